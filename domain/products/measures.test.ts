import { describe, expect, test } from 'vitest'
import { checkMeasure } from './measure-draft.ts'
import { amountText, kgPerUnit, kgText, type Measure, ownWeightFault } from './measures.ts'

const measure = (unit: string, food: string, kg: number, is_equivalent = false): Measure => ({
  unit,
  food,
  kg_per_unit: kg,
  least_kg: kg * 0.8,
  most_kg: kg * 1.2,
  is_equivalent,
})
const measures = [
  measure('bag', '', 50),
  measure('derica', '', 0.8),
  measure('derica', 'grains', 0.85, true),
  measure('derica', 'rice', 0.9, true),
  measure('mudu', 'ice', 9),
  measure('kg', '', 1),
  measure('litre', 'oil', 0.92, true),
]
const rice = { name: 'Ofada rice', category: 'grains', unit: 'bag' }

describe('a weight', () => {
  test('is shown in kilograms and in an equivalent measure, always with "about"', () => {
    expect(amountText({ ...rice, quantity: 2, kg_per_unit: 50 }, measures)).toBe(
      '2 bags, about 100 kg, about 111 dericas',
    )
    const millet = { name: 'Millet', category: 'grains', unit: 'derica', quantity: 3, kg_per_unit: 0.85 }
    expect(amountText(millet, measures)).toBe('3 dericas, about 2.5 kg')
    const kilos = { name: 'Croaker', category: 'seafood', unit: 'kg', quantity: 4, kg_per_unit: 1 }
    expect(amountText(kilos, measures)).toBe('4 kg')
    const yam = { name: 'Yam', category: 'vegetables', unit: 'tuber', quantity: 5, kg_per_unit: null }
    expect(amountText(yam, measures)).toBe('5 tubers')
  })
  test('comes from a whole word of the name, else from the category, else from the unit alone', () => {
    expect(kgPerUnit({ ...rice, unit: 'Derica ' }, measures)).toBe(0.9)
    expect(kgPerUnit({ name: 'Guinea corn', category: 'grains', unit: 'derica' }, measures)).toBe(0.85)
    expect(kgPerUnit({ name: 'Pepper', category: 'vegetables', unit: 'derica' }, measures)).toBe(0.8)
    expect(kgPerUnit({ ...rice, unit: 'mudu' }, measures)).toBeNull()
    expect(kgPerUnit({ ...rice, kg_per_unit: 47 }, measures)).toBe(47)
  })
  test('entered by a vendor must be within the bounds of the measure', () => {
    const own = (kg: number | null) => ownWeightFault({ ...rice, kg_per_unit: kg }, measures)
    expect([own(null), own(40), own(60)]).toEqual([null, null, null])
    expect(own(39)).toBe('One bag of this weighs between 40 kg and 60 kg.')
    expect(own(61)).not.toBeNull()
  })
  test.each([
    [0.9, '0.9 kg'],
    [2.55, '2.5 kg'],
    [99.6, '100 kg'],
    [1250, '1,250 kg'],
  ])('%d is written as %s', (kg, text) => {
    expect(kgText(kg)).toBe(text)
  })
})

test('a measure needs a word and weights in ascending order', () => {
  const draft = {
    unit: ' Derica',
    food: 'Rice',
    kg_per_unit: '0.9',
    least_kg: '0.7',
    most_kg: '1.1',
    is_equivalent: 'on',
  }
  expect(checkMeasure(draft)).toEqual({
    ok: true,
    value: { unit: 'derica', food: 'rice', kg_per_unit: 0.9, least_kg: 0.7, most_kg: 1.1, is_equivalent: true },
  })
  expect(checkMeasure({ ...draft, food: 'red beans' })).toMatchObject({ errors: { food: expect.any(String) } })
  for (const kg of ['0', '-1', '1e3', 'much', '', '5001', '0.0001'])
    expect(checkMeasure({ ...draft, kg_per_unit: kg }).ok).toBe(false)
  expect(checkMeasure({ ...draft, kg_per_unit: '1.2' })).toMatchObject({ errors: { kg_per_unit: expect.any(String) } })
})
