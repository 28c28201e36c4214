import { expect, test } from 'vitest'
import { belongsToOtherCell, paymentReference } from './references.ts'

const id = 'c4e0fe12-4f0a-4f0e-9d4e-0a2c8f0d1b7e'

test('references without a cell have no cell number', () => {
  expect(paymentReference(id, null)).toBe(`AJ-${id}`)
  expect(paymentReference(id, 7)).toBe(`AJ7-${id}`)
})

test.each([
  [paymentReference(id, 7), 7, false],
  [paymentReference(id, 7), 8, true],
  [paymentReference(id, 7), null, true],
  [paymentReference(id, 17), 7, true],
  // Made before the market had cells.
  [paymentReference(id, null), 7, false],
  [paymentReference(id, null), null, false],
  ['DESK-1', 7, false],
  ['AJ8-1', 7, false],
  [null, 7, false],
])('whether %s is of another cell than %s: %s', (reference, cell, answer) => {
  expect(belongsToOtherCell(reference, cell)).toBe(answer)
})
