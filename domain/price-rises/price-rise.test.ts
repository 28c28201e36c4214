import { describe, expect, it } from 'vitest'
import { costOfStaying, stayingFault } from './answering.ts'
import { askingFault, priceRiseFault, raisedPrices, stayingCeilingKobo } from './price-rise.ts'

const now = new Date('2026-03-01T12:00:00Z')
const prices = {
  basePriceKobo: 8_000_000n,
  tiers: [
    { participants: 5, priceKobo: 7_600_000n },
    { participants: 10, priceKobo: 7_200_000n },
  ],
}
const buy = {
  ...prices,
  status: 'active',
  minParticipants: 5,
  participants: 3,
  paymentDueAt: new Date('2026-03-03T12:00:00Z'),
  hasRequested: false,
}

describe('asking for a higher price', () => {
  it.each([
    [{}, null],
    [{ status: 'closed' }, null],
    [{ status: 'settling' }, 'price_rise_closed'],
    [{ status: 'confirmed' }, 'price_rise_closed'],
    [{ hasRequested: true }, 'price_rise_used'],
    [{ participants: 0 }, 'price_rise_needs_people'],
    [{ paymentDueAt: new Date('2026-03-03T11:59:59Z') }, 'price_rise_too_late'],
  ])('with %o is answered with %s', (facts, code) => {
    expect(askingFault({ ...buy, ...facts }, now)?.code ?? null).toBe(code)
  })

  it.each([
    [1, null],
    [16_000, null],
    [16_001, 'price_rise_too_high'],
    [0, 'price_rise_too_high'],
    [0.5, 'price_rise_too_high'],
  ])('by %d naira is answered with %s', (riseNaira, code) => {
    const ask = { riseNaira, mostBasisPoints: 2000, now }
    expect(priceRiseFault(buy, ask)?.code ?? null).toBe(code)
  })

  it('raises all prices alike, and the most that people who stay pay is that of the minimum', () => {
    const raised = raisedPrices(prices, 50_000n)
    expect(raised).toEqual({
      basePriceKobo: 8_050_000n,
      tiers: [
        { participants: 5, priceKobo: 7_650_000n },
        { participants: 10, priceKobo: 7_250_000n },
      ],
    })
    expect([stayingCeilingKobo(raised, 5), stayingCeilingKobo(raised, 1)]).toEqual([7_650_000n, 8_050_000n])
  })
})

describe('staying', () => {
  it('costs the difference and its fee, rounded once for the whole order', () => {
    const order = { quantity: 3, buyerBasisPoints: 250, ceilingKobo: 100_033n, raisedCeilingKobo: 110_033n }
    // 330,099 and 8,252 instead of 300,099 and 7,502.
    expect(costOfStaying(order)).toEqual({ feeKobo: 8_252n, moreKobo: 30_750n })
  })

  const order = { status: 'paid', isBeingPaid: false, answer: null, moreKobo: 100n }
  const yes = { rise: { status: 'open', endsAt: new Date('2026-03-01T12:00:01Z') }, expectedKobo: 100n, now }
  it.each([
    [{}, {}, null],
    [{ status: 'pending' }, {}, null],
    [{ status: 'pending', isBeingPaid: true }, {}, 'being_paid'],
    [{ status: 'refunding' }, {}, 'price_vote_over'],
    [{ answer: 'stay' }, {}, 'price_accepted'],
    [{}, { rise: { status: 'withdrawn', endsAt: yes.rise.endsAt } }, 'price_vote_over'],
    [{}, { rise: { status: 'open', endsAt: now } }, 'price_vote_over'],
    [{}, { expectedKobo: 99n }, 'total_mismatch'],
  ])('an order with %o and a yes with %o is answered with %s', (facts, request, code) => {
    expect(stayingFault({ ...order, ...facts }, { ...yes, ...request })?.code ?? null).toBe(code)
  })
})
