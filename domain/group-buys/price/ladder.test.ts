import fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceLadder } from './ladder.ts'
import { priceAt } from './price-tiers.ts'

const prices = {
  basePriceKobo: 80_000n,
  tiers: [
    { participants: 3, priceKobo: 76_000n },
    { participants: 10, priceKobo: 72_000n },
  ],
}

it('begins with the minimum, because the buy fails with fewer people', () => {
  expect(priceLadder(prices, { minParticipants: 5, participants: 7, lockedParticipants: 0 })).toEqual([
    { participants: 5, priceKobo: 76_000n, missing: 0, isNow: true },
    { participants: 10, priceKobo: 72_000n, missing: 3, isNow: false },
  ])
})

it('has the base price where the minimum comes before the first tier', () => {
  const steps = priceLadder(prices, { minParticipants: 2, participants: 0, lockedParticipants: 0 })
  expect(steps.map(({ participants, priceKobo, missing }) => [participants, priceKobo, missing])).toEqual([
    [2, 80_000n, 2],
    [3, 76_000n, 3],
    [10, 72_000n, 10],
  ])
  expect(steps.some(({ isNow }) => isNow)).toBe(false)
})

it('begins at the ceiling', () => {
  const from = (lockedParticipants: number) =>
    priceLadder(prices, { minParticipants: 2, participants: 12, lockedParticipants }).map(
      ({ participants }) => participants,
    )
  expect([from(1), from(2), from(8), from(9), from(40)]).toEqual([[2, 3, 10], [3, 10], [3, 10], [10], [10]])
})

it('has one step without tiers, and the last step has no upper limit', () => {
  expect(
    priceLadder({ basePriceKobo: 100n, tiers: [] }, { minParticipants: 4, participants: 9, lockedParticipants: 0 }),
  ).toEqual([{ participants: 4, priceKobo: 100n, missing: 0, isNow: true }])
  expect(priceLadder(prices, { minParticipants: 5, participants: 500, lockedParticipants: 0 }).at(-1)).toMatchObject({
    missing: 0,
    isNow: true,
  })
})

it('agrees with the price rule for every number of participants from the minimum on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 0, max: 30 }), (minParticipants, participants) => {
      const steps = priceLadder(prices, { minParticipants, participants, lockedParticipants: 0 })
      const now = steps.find(({ isNow }) => isNow)
      expect(now === undefined).toBe(participants < minParticipants)
      if (now) expect(now.priceKobo).toBe(priceAt(prices, participants))
    }),
  )
})
