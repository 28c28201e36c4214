import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { decideWeight, type WeighedUnits, weightCutKobo } from './final-weight.ts'

const line: WeighedUnits = { unitPriceKobo: 900_000n, units: 2, leastGrams: 3000, mostGrams: 5000 }
const decide = (grams: number, facts: Partial<Parameters<typeof decideWeight>[1]> = {}) =>
  decideWeight(line, { grams, former: null, availableKobo: 1_800_000n, mostAloneKobo: 5_000_000n, ...facts })

it('gives back what the goods weigh less than the most, rounded in the buyer’s favour, and never more than the price', () => {
  expect(decide(8000)).toEqual({ cutKobo: 360_000n, backKobo: 360_000n, waits: false })
  expect(decide(9999)).toMatchObject({ cutKobo: 180n })
  expect(weightCutKobo({ ...line, unitPriceKobo: 1n, mostGrams: 3333 }, 6665)).toBe(1n)
  for (const grams of [10_000, 12_000]) expect(decide(grams)).toMatchObject({ cutKobo: 0n, backKobo: 0n, waits: false })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.bigInt(1n, 10n ** 9n),
      (units, grams, price) => {
        const goods = { ...line, units, unitPriceKobo: price }
        const cut = weightCutKobo(goods, grams)
        expect(cut >= 0n && cut <= price * BigInt(units)).toBe(true)
        expect(weightCutKobo(goods, grams + 1) <= cut).toBe(true)
      },
    ),
  )
})

it('waits below the stated least, and above what one person gives back alone', () => {
  expect(decide(6000)).toMatchObject({ waits: false })
  expect(decide(5999)).toMatchObject({ waits: true })
  expect(decide(8000, { mostAloneKobo: 359_999n })).toMatchObject({ waits: true })
})

it('is corrected to a lower weight only, by the difference', () => {
  const former = { grams: 8000, units: 2, cutKobo: 360_000n }
  expect(decide(7000, { former })).toMatchObject({ cutKobo: 540_000n, backKobo: 180_000n })
  for (const grams of [8000, 9000]) {
    const decision = decide(grams, { former })
    expect(isRefusal(decision) && decision.code).toBe('weight_not_lower')
  }
})

it('refuses what cannot be right, and leaves an order a kobo to be handed over', () => {
  for (const grams of [1499, 20_001]) {
    const decision = decide(grams)
    expect(isRefusal(decision) && decision.code).toBe('weight_cannot_be')
  }
  expect(decide(8000, { availableKobo: 100_000n })).toMatchObject({ backKobo: 99_999n })
  expect(decide(8000, { availableKobo: 0n })).toMatchObject({ backKobo: 0n })
})
