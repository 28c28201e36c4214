import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderAmounts } from '#domain/orders/amounts.ts'
import { isRefusal } from '#domain/refusal.ts'
import { checkStandingOrder, servingOf, standingFault } from './standing-order.ts'

describe('a standing order', () => {
  const reserve = { paymentMode: 'reserve' }
  const serve = (standing: Partial<Parameters<typeof servingOf>[0]>, round = reserve) =>
    servingOf({ mode: 'join', skipsNext: false, unpaidRounds: 0, ...standing }, round)

  test('joins or asks, as its buyer wants', () => {
    expect(serve({})).toBe('join')
    expect(serve({ mode: 'ask' })).toBe('ask')
    expect(serve({ skipsNext: true })).toBe('skip')
  })
  test('asks where a place is held for minutes only', () => {
    expect(serve({}, { paymentMode: 'pay_to_join' })).toBe('ask')
  })
  test('pauses after two rounds that were not paid for', () => {
    expect(serve({ unpaidRounds: 1 })).toBe('join')
    expect(serve({ unpaidRounds: 2 })).toBe('pause')
    expect(serve({ unpaidRounds: 2, skipsNext: true })).toBe('pause')
  })
  test('never joins for a kobo more than its buyer agreed to, whatever the price', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10_000_000n),
        fc.integer({ min: 1, max: 1000 }),
        fc.bigInt(100n, 10_000_000_000n),
        (price, quantity, most) => {
          const { amountDueKobo } = orderAmounts({ unitPriceKobo: price, ceilingUnitPriceKobo: price, quantity })
          const fault = standingFault({ kind: 'new', amountDueKobo }, most)
          expect(fault === null).toBe(amountDueKobo <= most)
        },
      ),
    )
  })
  test('adds nothing to an order that its buyer has made themselves', () => {
    for (const kind of ['grown', 'sibling'] as const) {
      const fault = standingFault({ kind, amountDueKobo: 1n }, 100n)
      expect(fault && isRefusal(fault) && fault.code).toBe('already_in_round')
    }
  })
  test('is refused with a reason for each bad field', () => {
    const checked = checkStandingOrder({ cycle_id: 'x', quantity: '0', most: 'a lot', mode: 'never' })
    expect(checked.ok ? {} : Object.keys(checked.errors)).toEqual(['cycle_id', 'quantity', 'most', 'mode'])
  })
})
