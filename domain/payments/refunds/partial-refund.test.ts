import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assert } from '#domain/assert.ts'
import { feeKobo } from '#domain/money.ts'
import { isRefusal } from '#domain/refusal.ts'
import { handOverLines } from '../handing-over.ts'
import { kindKobo } from '../movements.ts'
import { type PartialRefund, partialRefund, type RefundableOrder } from './partial-refund.ts'

function order(facts: Partial<RefundableOrder> = {}): RefundableOrder {
  const goodsKobo = facts.goodsKobo ?? 6_800_000n
  const fee = feeKobo(goodsKobo, 250)
  return {
    orderId: 'order',
    vendorId: 'vendor',
    buyerId: 'buyer',
    goodsKobo,
    feeKobo: fee,
    vendorFeeBasisPoints: 500,
    deliveryFeeKobo: 0n,
    deliveredBy: 'market',
    handedOverKobo: 0n,
    givenBackKobo: 0n,
    pepsKobo: 0n,
    nairaKobo: goodsKobo + fee,
    returnedPepsKobo: 0n,
    returnedNairaKobo: 0n,
    buyerFeeEarnedKobo: 0n,
    vendorFeeEarnedKobo: 0n,
    returnTo: 'source',
    rewardKobo: feeKobo(goodsKobo, 50),
    earnedBack: { goodsKobo: 0n, feeKobo: 0n, vendorGoodsKobo: 0n, vendorFeeKobo: 0n },
    ...facts,
  }
}

const handedOver = (facts: Partial<RefundableOrder> = {}) => {
  const whole = order(facts)
  return {
    ...whole,
    handedOverKobo: whole.goodsKobo,
    buyerFeeEarnedKobo: whole.feeKobo,
    vendorFeeEarnedKobo: feeKobo(whole.goodsKobo, 500),
  }
}

const request = { payer: 'vendor' as const, refundId: 'refund', vendorBalanceKobo: 10n ** 12n }

function refundOf(
  from: RefundableOrder,
  overrides: Partial<Parameters<typeof partialRefund>[1]> & { goodsKobo: bigint },
): PartialRefund {
  const part = partialRefund(from, { ...request, ...overrides })
  assert(!isRefusal(part), 'the partial refund is accepted')
  return part
}

const amountOf = (part: PartialRefund, kind: string) => kindKobo(part.lines, kind)

describe('a partial refund', () => {
  test('is taken from held money: goods and their fee', () => {
    const part = refundOf(order(), { goodsKobo: 680_000n })
    expect(part).toMatchObject({ returnedKobo: 697_000n, feeKobo: 17_000n, refundKobo: 697_000n, rewardKobo: 3_400n })
    expect(part.lines).toEqual([
      { kind: 'return_owed', debitOwner: 'order', creditOwner: 'refund', amountKobo: 697_000n },
    ])
  })

  test('is taken from the vendor once it was handed over, with the fees on it', () => {
    const part = refundOf(handedOver(), { goodsKobo: 680_000n })
    expect(amountOf(part, 'vendor_return_owed')).toBe(646_000n)
    expect(amountOf(part, 'vendor_fee_return_owed')).toBe(34_000n)
    expect(amountOf(part, 'buyer_fee_return_owed')).toBe(17_000n)
    expect(part).toMatchObject({ returnedKobo: 697_000n, lossKobo: 0n })
  })

  test('is the market’s loss if the vendor has no balance, or by decision', () => {
    const poor = refundOf(handedOver(), { goodsKobo: 680_000n, vendorBalanceKobo: 600_000n })
    expect([poor.vendorKobo, poor.lossKobo]).toEqual([600_000n, 46_000n])
    const kind = refundOf(handedOver(), { goodsKobo: 680_000n, payer: 'market' })
    expect([kind.vendorKobo, kind.vendorFeeKobo, kind.lossKobo]).toEqual([0n, 0n, 680_000n])
    expect(partialRefund(order(), { ...request, goodsKobo: 1n, payer: 'market' })).toMatchObject({ code: 'still_held' })
  })

  test('of zero, or of more than is left, is refused', () => {
    for (const goodsKobo of [0n, -1n, 6_800_001n])
      expect(partialRefund(order(), { ...request, goodsKobo })).toMatchObject({ code: 'more_than_is_left' })
  })

  test('includes the delivery fee with the last goods that were not handed over', () => {
    expect(refundOf(order({ deliveryFeeKobo: 150_000n }), { goodsKobo: 6_800_000n })).toMatchObject({
      isAll: true,
      deliveryKobo: 150_000n,
      returnedKobo: 6_800_000n + 170_000n + 150_000n,
    })
  })

  test('returns PEPS first, and everything as PEPS if the buyer chose so', () => {
    const mixed = { pepsKobo: 100_000n, nairaKobo: 6_870_000n }
    const part = refundOf(handedOver(mixed), { goodsKobo: 680_000n })
    expect([amountOf(part, 'return_taken_as_peps'), part.refundKobo]).toEqual([100_000n, 597_000n])
    const held = refundOf(order(mixed), { goodsKobo: 680_000n })
    expect([amountOf(held, 'returned_as_peps'), amountOf(held, 'return_owed')]).toEqual([100_000n, 597_000n])
    expect(refundOf(handedOver({ returnTo: 'peps' }), { goodsKobo: 680_000n }).refundKobo).toBe(0n)
  })

  test('returns exactly goods, fee and reward in any sequence of refunds and hand-overs', () => {
    const step = fc.record({ part: fc.integer({ min: 1, max: 100 }), isHandOver: fc.boolean(), market: fc.boolean() })
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 99_999_999n }), fc.array(step, { maxLength: 15 }), (goodsKobo, steps) => {
        let now = order({ goodsKobo })
        let [total, reward, moved] = [0n, 0n, 0n]
        const give = (kobo: bigint, payer: 'vendor' | 'market') => {
          const part = partialRefund(now, { ...request, goodsKobo: kobo, payer })
          if (isRefusal(part)) return
          const { earnedGoodsKobo, earnedFeeKobo, vendorFeeKobo, returnedKobo } = part
          total += returnedKobo
          reward += part.rewardKobo
          moved += amountOf(part, 'returned_as_peps') + part.refundKobo + amountOf(part, 'return_taken_as_peps')
          const was = now.earnedBack
          now = {
            ...now,
            givenBackKobo: now.givenBackKobo + kobo - earnedGoodsKobo,
            earnedBack: {
              goodsKobo: was.goodsKobo + earnedGoodsKobo,
              feeKobo: was.feeKobo + earnedFeeKobo,
              vendorGoodsKobo: was.vendorGoodsKobo + (payer === 'vendor' ? earnedGoodsKobo : 0n),
              vendorFeeKobo: was.vendorFeeKobo + vendorFeeKobo,
            },
          }
        }
        const left = () => now.goodsKobo - now.givenBackKobo - now.earnedBack.goodsKobo
        for (const { part, isHandOver, market } of steps) {
          const held = now.goodsKobo - now.handedOverKobo - now.givenBackKobo
          const kobo = ((isHandOver ? held : left()) * BigInt(part)) / 100n
          if (kobo === 0n) continue
          if (isHandOver) {
            const lines = handOverLines(now, kobo, { isDelivered: false })
            const earned = (kind: string) => kindKobo(lines, kind)
            now = {
              ...now,
              handedOverKobo: now.handedOverKobo + kobo,
              buyerFeeEarnedKobo: now.buyerFeeEarnedKobo + earned('buyer_fee_earned'),
              vendorFeeEarnedKobo: now.vendorFeeEarnedKobo + earned('vendor_fee_earned'),
            }
          } else give(kobo, market ? 'market' : 'vendor')
          expect(total <= now.nairaKobo).toBe(true)
        }
        give(left(), 'vendor')
        expect([total, moved]).toEqual([now.goodsKobo + now.feeKobo, total])
        expect(reward).toBe(now.rewardKobo)
        expect(now.earnedBack.vendorFeeKobo <= now.vendorFeeEarnedKobo).toBe(true)
      }),
    )
  })
})
