import { describe, expect, test } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { english } from '#web/languages/i18n.ts'
import { allowedQuantityText, quantityFault } from './quantity-limits.ts'

const now = '2026-03-10T09:00:00Z'
const buy = {
  status: 'active',
  unit: 'bag',
  min_quantity: 2,
  max_quantity: 12 as number | null,
  target_quantity: 60,
  current_quantity: 36,
  end_date: '2026-03-14T09:00:00Z',
}
const fault = (quantity: number, mine = 0, change = {}) => quantityFault({ ...buy, ...change }, { quantity, mine, now })

describe('a typed quantity', () => {
  test('passes unchanged, or is rejected', () => {
    expect(fault(2)).toBeNull()
    expect(fault(12)).toBeNull()
    expect(fault(10, 2)).toBeNull()
    expect(fault(1, 2)).toBeNull()
  })

  test.each([
    [400, 0, {}, 'Requested quantity exceeds available spots'],
    [25, 0, { max_quantity: null }, 'Requested quantity exceeds available spots'],
    [13, 0, {}, 'One person may take at most 12.'],
    [11, 2, {}, 'One person may take at most 12.'],
    [1, 0, {}, 'One person takes at least 2.'],
    [1.5, 0, {}, 'Quantity must be a whole number from 1.'],
    [Number.NaN, 0, {}, 'Quantity must be a whole number from 1.'],
    [2, 0, { status: 'closed' }, 'This group buy is no longer active'],
  ])('%s on top of %s is rejected', (quantity, mine, change, message) => {
    expect(formatInEnglish(fault(quantity, mine, change)?.message ?? '')).toBe(message)
  })
})

test.each([
  [0, {}, 'You can take 2 to 12 bags.'],
  [0, { max_quantity: null }, 'You can take 2 to 24 bags.'],
  [5, {}, 'You can add 1 to 7 bags.'],
  [11, {}, 'You can add 1 bag.'],
  [0, { current_quantity: 59 }, 'Only 1 bag left, and one person takes at least 2 bags.'],
])('a user with %s is shown the limit', (mine, change, sentence) => {
  expect(allowedQuantityText({ ...buy, ...change }, { mine, i18n: english })).toBe(sentence)
})
