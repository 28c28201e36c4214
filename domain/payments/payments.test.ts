import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minKobo, sumKobo } from '#domain/money.ts'
import { settledAmounts, standardRates } from '#domain/orders/amounts.ts'
import { ACCOUNT_KINDS, type AccountKind } from './accounts.ts'
import { goodsRefundKobo, handOverLines, type SettledOrder } from './handing-over.ts'
import { journal, kindKobo, type LedgerLine, MOVEMENTS } from './movements.ts'
import { defaultReturnTo, type PaidWith, returnLines } from './refunds/returning.ts'
import { rewardBackKobo, rewardJournal, takeBackJournal } from './rewarding.ts'

const door = { isDelivered: true }
const counter = { isDelivered: false }

test('every line of a movement names an owner exactly if its account has one', () => {
  const { lines } = rewardJournal({ orderId: 'o', referrerId: 'r', amountKobo: 5n, owedKobo: 2n })
  const more = handOverLines(settled({ deliveryFeeKobo: 5n }), 100_000n, door)
  for (const line of [...lines, ...more]) {
    const { debit, credit }: { debit: AccountKind; credit: AccountKind } = MOVEMENTS[line.kind]
    expect(line.debitOwner !== undefined).toBe(ACCOUNT_KINDS[debit].owner !== 'platform')
    expect(line.creditOwner !== undefined).toBe(ACCOUNT_KINDS[credit].owner !== 'platform')
  }
})

test('movements of amount 0 are omitted', () => {
  expect(journal('reward:x', [{ kind: 'referral_reward', creditOwner: 'r', amountKobo: 0n }]).lines).toEqual([])
})

describe('a return', () => {
  const paid: PaidWith = {
    orderId: 'order',
    buyerId: 'buyer',
    pepsKobo: 300n,
    nairaKobo: 700n,
    returnedPepsKobo: 0n,
    returnedNairaKobo: 0n,
  }

  test('gives PEPS back first, and the rest to its source', () => {
    expect(returnLines(paid, { amountKobo: 400n, to: 'source', refundId: 'refund' })).toEqual({
      pepsKobo: 300n,
      nairaKobo: 100n,
      lines: [
        { kind: 'returned_as_peps', debitOwner: 'order', creditOwner: 'buyer', amountKobo: 300n },
        { kind: 'return_owed', debitOwner: 'order', creditOwner: 'refund', amountKobo: 100n },
      ],
    })
  })

  test('is made entirely in PEPS if the buyer chose so', () => {
    const { lines, nairaKobo } = returnLines(paid, { amountKobo: 400n, to: 'peps', refundId: 'refund' })
    expect(lines).toEqual([{ kind: 'returned_as_peps', debitOwner: 'order', creditOwner: 'buyer', amountKobo: 400n }])
    expect(nairaKobo).toBe(100n)
  })

  test('is never more than was paid', () => {
    expect(() => returnLines(paid, { amountKobo: 1001n, to: 'peps', refundId: 'refund' })).toThrow('at most')
    expect(() => returnLines(paid, { amountKobo: -1n, to: 'peps', refundId: 'refund' })).toThrow('at most')
  })

  test('is usually PEPS below ₦5,000', () => {
    expect([defaultReturnTo(499_999n), defaultReturnTo(500_000n)]).toEqual(['peps', 'source'])
  })

  test('never turns PEPS into naira, in any sequence of steps', () => {
    const kobo = fc.bigInt({ min: 0n, max: 1_000_000n })
    fc.assert(
      fc.property(kobo, kobo, fc.array(fc.tuple(kobo, fc.boolean())), (pepsKobo, nairaKobo, steps) => {
        const state = { ...paid, pepsKobo, nairaKobo }
        let toSource = 0n
        for (const [amount, asPeps] of steps) {
          const left = pepsKobo + nairaKobo - state.returnedPepsKobo - state.returnedNairaKobo
          const amountKobo = minKobo(amount, left)
          const back = returnLines(state, { amountKobo, to: asPeps ? 'peps' : 'source', refundId: 'refund' })
          expect(sumKobo(back.lines)).toBe(amountKobo)
          state.returnedPepsKobo += back.pepsKobo
          state.returnedNairaKobo += back.nairaKobo
          toSource += kindKobo(back.lines, 'return_owed')
        }
        expect(toSource <= nairaKobo).toBe(true)
        expect(state.returnedPepsKobo <= pepsKobo).toBe(true)
      }),
    )
  })
})

function settled(facts: Partial<SettledOrder> = {}): SettledOrder {
  return {
    orderId: 'order',
    vendorId: 'vendor',
    goodsKobo: 6_800_000n,
    feeKobo: 170_000n,
    vendorFeeBasisPoints: 500,
    deliveryFeeKobo: 0n,
    deliveredBy: 'market',
    handedOverKobo: 0n,
    givenBackKobo: 0n,
    ...facts,
  }
}

describe('a hand-over', () => {
  test('pays the example of semantics.md: vendor 64,600, market 5,100', () => {
    const lines = handOverLines(settled(), 6_800_000n, counter)
    expect(kindKobo(lines, 'vendor_earned')).toBe(6_460_000n)
    expect(kindKobo(lines, 'vendor_fee_earned') + kindKobo(lines, 'buyer_fee_earned')).toBe(510_000n)
  })

  test('empties the escrow in any sequence of steps, and the vendor gets 95% of what was handed over', () => {
    const price = fc.bigInt({ min: 1n, max: 9_999_999n })
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.boolean()), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(price, price, steps, fc.bigInt({ min: 0n, max: 500_000n }), (final, more, parts, deliveryFeeKobo) => {
        const quantity = parts.reduce((all, [units]) => all + units, 0)
        const { goodsKobo, feeKobo } = settledAmounts({
          finalUnitPriceKobo: final,
          ceilingUnitPriceKobo: final + more,
          quantity,
          hasReferrer: false,
          rates: standardRates,
        })
        let order = settled({ goodsKobo, feeKobo, deliveryFeeKobo })
        let out = 0n
        const lines: LedgerLine[] = []
        for (const [units, isHandedOver] of parts) {
          const step = final * BigInt(units)
          if (isHandedOver) {
            const released = handOverLines(order, step, door)
            lines.push(...released)
            out += sumKobo(released)
            order = { ...order, handedOverKobo: order.handedOverKobo + step, deliveryFeeKobo: 0n }
          } else {
            out += goodsRefundKobo(order, step)
            order = { ...order, givenBackKobo: order.givenBackKobo + step }
          }
        }
        const delivery = order.handedOverKobo > 0n ? deliveryFeeKobo : 0n
        expect(out).toBe(goodsKobo + feeKobo + delivery)
        const fee = (order.handedOverKobo * 500n) / 10_000n
        expect(kindKobo(lines, 'vendor_earned')).toBe(order.handedOverKobo - fee)
        expect(kindKobo(lines, 'vendor_fee_earned')).toBe(fee)
      }),
    )
  })

  test('never exceeds what is left', () => {
    expect(() => handOverLines(settled({ givenBackKobo: 1n }), 6_800_000n, counter)).toThrow('no more')
    expect(() => goodsRefundKobo(settled({ handedOverKobo: 1n }), 6_800_000n)).toThrow('no more')
    expect(() => handOverLines(settled(), 0n, counter)).toThrow('no more')
  })

  test('pays the delivery fee to a vendor who delivers, and not for goods collected before', () => {
    const order = settled({ deliveredBy: 'vendor', deliveryFeeKobo: 150_000n })
    expect(kindKobo(handOverLines(order, 100n, counter), 'vendor_delivery_earned')).toBe(0n)
    expect(kindKobo(handOverLines({ ...order, handedOverKobo: 100n }, 100n, door), 'vendor_delivery_earned')).toBe(
      150_000n,
    )
  })
})

describe('a reward', () => {
  test('offsets existing debt first', () => {
    const { lines } = rewardJournal({ orderId: 'o', referrerId: 'r', amountKobo: 340n, owedKobo: 100n })
    expect([kindKobo(lines, 'referral_reward'), kindKobo(lines, 'reward_paid_off')]).toEqual([340n, 100n])
  })

  test('is taken back down to a balance of 0, never below', () => {
    const { lines } = takeBackJournal({ refundId: 'x', referrerId: 'r', amountKobo: 340n, balanceKobo: 200n })
    expect([kindKobo(lines, 'reward_taken_back'), kindKobo(lines, 'reward_owed_back')]).toEqual([200n, 140n])
  })

  test('is taken back in steps that add up to all of it', () => {
    const whole = { rewardKobo: 341n, goodsKobo: 68_000n }
    const steps = [0n, 1n, 999n, 34_001n, 68_000n]
    const back = steps
      .slice(1)
      .map((after, index) =>
        rewardBackKobo({ ...whole, givenBackBeforeKobo: steps[index] ?? 0n, givenBackAfterKobo: after }),
      )
    expect(back.reduce((all, kobo) => all + kobo, 0n)).toBe(341n)
  })
})
