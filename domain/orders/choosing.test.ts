import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeBackLines, feeMoreLines } from '../payments/fee-change.ts'
import { isRefusal } from '../refusal.ts'
import { decideChoosing, feeChange, stockpileFault } from './choosing.ts'

const now = new Date('2026-03-01T12:00:00Z')
const line = { shareDate: null as string | null, isPacked: false }
const order = {
  status: 'paid',
  fulfilment: 'pickup',
  isBeingPaid: false,
  isFromBuy: true,
  placeHasClosed: false,
  lines: [line],
}
const answer = (facts: Partial<typeof order>) => {
  const decision = decideChoosing({ ...order, ...facts }, now)
  return isRefusal(decision) ? decision.code : decision.keepsFee
}

describe('choosing', () => {
  test('is open while an order is pending or paid, and closed while it is being paid', () => {
    expect([answer({}), answer({ status: 'pending' })]).toEqual([false, false])
    expect(answer({ status: 'pending', isBeingPaid: true })).toBe('being_paid')
    for (const status of ['confirmed', 'collected', 'completed', 'expired', 'cancelled', 'refunding'])
      expect([status, answer({ status })]).toEqual([status, 'choice_closed'])
  })
  test('of the cart ends when cancelling does: 72 hours before the sharing day, or once packed', () => {
    const cart = (facts: Partial<typeof line>) => answer({ isFromBuy: false, lines: [{ ...line, ...facts }] })
    expect([cart({}), cart({ shareDate: '2026-03-10' })]).toEqual([false, false])
    expect([cart({ isPacked: true }), cart({ shareDate: '2026-03-03' })]).toEqual(['choice_closed', 'choice_closed'])
  })
  test('opens once more for whose place has closed, at the same fee', () => {
    expect(answer({ status: 'confirmed', placeHasClosed: true })).toBe(true)
    expect(answer({ isFromBuy: false, lines: [{ ...line, isPacked: true }], placeHasClosed: true })).toBe(true)
  })
  test('of what is ready in a place is for the door alone, and over for what is on its way there', () => {
    for (const fulfilment of ['pickup', 'stockpile'])
      expect(decideChoosing({ ...order, status: 'ready', fulfilment }, now)).toEqual({
        keepsFee: false,
        onlyDelivery: true,
      })
    expect(answer({ status: 'ready', fulfilment: 'delivery' })).toBe('choice_closed')
  })
  test('a stockpile needs goods that keep, their weight, and room', () => {
    const kept = { canBeStockpiled: true, quantity: 2, kgPerUnit: 50 }
    const code = (lines: (Omit<typeof kept, 'kgPerUnit'> & { kgPerUnit: number | null })[], freeKg = 100) =>
      stockpileFault({ lines, freeKg })?.code ?? null
    expect([code([kept]), code([kept], 99.9)]).toEqual([null, 'no_room'])
    expect(code([kept, { ...kept, canBeStockpiled: false }], 1000)).toBe('not_stockpiled')
    expect(code([{ ...kept, kgPerUnit: null }])).toBe('weight_unknown')
  })
})

const kobo = fc.bigInt({ min: 0n, max: 1_500_000n })

test('any chain of fees, paid from PEPS and given back, leaves exactly the goods and the last fee', () => {
  fc.assert(
    fc.property(kobo, fc.boolean(), fc.array(kobo, { maxLength: 12 }), (first, isPeps, fees) => {
      const goods = 8_000_000n
      const paid = {
        ...{
          orderId: 'o',
          buyerId: 'b',
          pepsKobo: isPeps ? goods + first : 0n,
          nairaKobo: isPeps ? 0n : goods + first,
        },
        ...{ returnedPepsKobo: 0n, returnedNairaKobo: 0n },
      }
      let [fee, purse, sent] = [first, 2_000_000n, 0n]
      for (const to of fees) {
        const change = feeChange({ fromKobo: fee, toKobo: to, spendableKobo: purse, hasRefund: sent > 0n })
        if (isRefusal(change) || change.kind === 'same') continue
        const { amountKobo } = change
        if (change.kind === 'more') {
          expect(feeMoreLines(paid, amountKobo)).toHaveLength(1)
          paid.pepsKobo += amountKobo
          purse -= amountKobo
        } else {
          const { lines, refundKobo } = feeBackLines(paid, { amountKobo, returnTo: null, refundId: 'r' })
          expect(lines.reduce((sum, one) => sum + one.amountKobo, 0n)).toBe(amountKobo)
          purse += amountKobo - refundKobo
          sent += refundKobo
        }
        if (change.kind === 'back') {
          const returned = paid.returnedPepsKobo + paid.returnedNairaKobo + amountKobo
          paid.returnedPepsKobo = returned < paid.pepsKobo ? returned : paid.pepsKobo
          paid.returnedNairaKobo = returned - paid.returnedPepsKobo
        } else {
          const returned = paid.returnedPepsKobo + paid.returnedNairaKobo
          paid.returnedPepsKobo = returned < paid.pepsKobo ? returned : paid.pepsKobo
          paid.returnedNairaKobo = returned - paid.returnedPepsKobo
        }
        fee = to
      }
      const left = paid.pepsKobo + paid.nairaKobo - paid.returnedPepsKobo - paid.returnedNairaKobo
      expect(left).toBe(goods + fee)
      // What could still go to the source was paid from there, and has not gone back yet.
      expect(paid.nairaKobo - paid.returnedNairaKobo + sent).toBeLessThanOrEqual(paid.nairaKobo)
      expect(purse).toBeGreaterThanOrEqual(0n)
    }),
  )
})
