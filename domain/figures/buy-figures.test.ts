import { expect, it } from 'vitest'
import { buyFigures } from './buy-figures.ts'

const buy = {
  joined: 200,
  paid: 199,
  participants: 12,
  tier_thresholds: [5, 10, 20],
  quantity: 30,
  target_quantity: 40,
  timed: 150,
  on_time: 120,
  handed_over: 160,
  uncollected: 1,
}

it('computes shares, and the tier that was reached', () => {
  expect(buyFigures(buy)).toEqual({ paidShare: 99, tier: 2, tiers: 3, fillShare: 75, onTimeShare: 80, noShowShare: 1 })
})

it('has no share of nothing, and no whole share that is not whole', () => {
  const none = {
    ...buy,
    joined: 0,
    paid: 0,
    participants: 0,
    quantity: 0,
    timed: 0,
    on_time: 0,
    handed_over: 0,
    uncollected: 0,
  }
  expect(buyFigures(none)).toEqual({
    paidShare: null,
    tier: 0,
    tiers: 3,
    fillShare: 0,
    onTimeShare: null,
    noShowShare: null,
  })
  expect(buyFigures({ ...buy, paid: 200, tier_thresholds: [] })).toMatchObject({ paidShare: 100, tier: 0, tiers: 0 })
  // Goods that wait to be collected late have not been handed over yet.
  expect(buyFigures({ ...buy, handed_over: 0, uncollected: 3 }).noShowShare).toBe(100)
})
