import { expect, it } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { weightTermsFault } from './weight-draft.ts'
import { weightRangeText } from './weight-range.ts'
import { byWeightText } from './weight-terms.ts'

const terms = (least: number | null, most: number | null, unit = 'tuber') => ({
  least_kg_per_unit: least,
  most_kg_per_unit: most,
  unit,
})

it('takes both weights or none, at most three times apart, and not for goods by the kg', () => {
  expect(weightTermsFault(terms(null, null))).toEqual({})
  expect(weightTermsFault(terms(3, 5))).toEqual({})
  expect(weightTermsFault(terms(2, 6))).toEqual({})
  expect(Object.keys(weightTermsFault(terms(3, null)))).toEqual(['most_kg_per_unit'])
  expect(Object.keys(weightTermsFault(terms(null, 3)))).toEqual(['least_kg_per_unit'])
  for (const [least, most] of [
    [5, 5],
    [5, 3],
    [2, 6.001],
  ] as const)
    expect(Object.keys(weightTermsFault(terms(least, most)))).toEqual(['most_kg_per_unit'])
  expect(Object.keys(weightTermsFault(terms(3, 5, ' KG ')))).toEqual(['unit'])
})

it('states the range, and the price of a unit and of a kg', () => {
  expect(weightRangeText(terms(null, null))).toBeNull()
  expect(byWeightText(terms(null, null), { priceKobo: 1n })).toBeNull()
  const text = byWeightText(terms(2.75, 5), { priceKobo: 900_000n })
  expect(text && formatInEnglish(text)).toBe(
    'Sold by weight: at most ₦9,000 a tuber (2.75–5 kg, ₦1,800 a kg). You pay for the weight that is found, and the rest comes back.',
  )
})
