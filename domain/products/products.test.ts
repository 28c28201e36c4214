import { describe, expect, it } from 'vitest'
import { errorsInEnglish } from '#domain/forms/validation.ts'
import { CATEGORIES, isPerishable } from './categories.ts'
import { checkProduct } from './product-draft.ts'
import { productSort, productSorts } from './sorts.ts'
import { countUnits } from './units.ts'

describe('categories', () => {
  it('are perishable except grains and oil', () => {
    expect(CATEGORIES.filter((category) => !isPerishable(category))).toEqual(['grains', 'oil'])
  })
})

describe('a product', () => {
  const input = { name: 'Ofada rice', category: 'grains', base_price: '68,000', unit: 'bag', available_quantity: '40' }
  const check = (changes: object = {}) => checkProduct({ ...input, ...changes }, { today: '2026-03-10' })

  it('is returned as the row on the wire', () => {
    expect(check({ share_date: '2026-03-10', vendor_id: 'foreign' })).toEqual({
      ok: true,
      value: {
        name: 'Ofada rice',
        description: '',
        category: 'grains',
        base_price: '68000.00',
        unit: 'bag',
        min_quantity: 1,
        max_quantity: null,
        available_quantity: 40,
        image_url: null,
        share_date: '2026-03-10',
        stockpile_allowed: false,
        kg_per_unit: null,
        least_kg_per_unit: null,
        most_kg_per_unit: null,
        code: null,
        // The default of its category.
        vat_class: 'zero',
      },
    })
  })

  it.each([
    ['name', 'Name is required.', { name: ' ' }],
    ['category', 'Please choose a category.', { category: 'drinks' }],
    ['base_price', 'Price must be above zero.', { base_price: '0' }],
    ['base_price', 'Price is too high.', { base_price: '100000000.01' }],
    ['max_quantity', 'Maximum quantity must not be below the minimum.', { min_quantity: 3, max_quantity: 2 }],
    ['available_quantity', 'Available quantity must be a whole number.', { available_quantity: '1.5' }],
    ['vat_class', 'Please choose a VAT class.', { vat_class: 'free' }],
    ['share_date', 'Share date must not be in the past.', { share_date: '2026-03-09' }],
    [
      'stockpile_allowed',
      'Vegetables, fruits, meat and seafood cannot be stockpiled.',
      { category: 'meat', stockpile_allowed: 'on' },
    ],
    [
      'image_url',
      'Picture must be on this site: an address that starts with a single /.',
      { image_url: 'javascript:alert(1)' },
    ],
  ])('%s: %s', (field, message, changes) => {
    const checked = check(changes)
    expect(checked.ok ? {} : errorsInEnglish(checked.errors)).toMatchObject({ [field]: message })
  })
})

it('sorts as the specification lists, newest first otherwise', () => {
  expect(productSorts.map(({ label }) => label)).toEqual([
    'Name',
    'Price low to high',
    'Price high to low',
    'Newest first',
    'Oldest first',
  ])
  expect(productSort(null).key).toBe('newest')
  expect(productSort('price-up')).toMatchObject({ column: 'base_price', ascending: true })
})

it('counts units', () => {
  expect(countUnits(1, 'bag')).toBe('1 bag')
  expect(countUnits(3, 'half bag')).toBe('3 half bags')
  expect(countUnits(1200, 'kg')).toBe('1,200 kg')
  expect(countUnits(2, 'toString')).toBe('2 toString')
})
