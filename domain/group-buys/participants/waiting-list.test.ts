import { expect, test } from 'vitest'
import { waitFault } from './waiting-list.ts'

const now = new Date('2026-03-10T12:00:00Z')
const buy = {
  status: 'active',
  endDate: new Date('2026-03-14T16:00:00Z'),
  minQuantity: 2,
  maxQuantity: 6,
  targetQuantity: 40,
  freeUnits: 0,
  hasPlace: true,
}
const waiter = { servesShop: false, confirmed: true, liveQuantity: 0, hasOffer: false }
const code = (facts: Partial<typeof buy>, quantity = 2, person: Partial<typeof waiter> = {}) =>
  waitFault({ ...buy, ...facts }, { quantity, waiter: { ...waiter, ...person }, now })?.code ?? null

test('a person may wait for what is not free', () => {
  expect(code({})).toBeNull()
  expect(code({ freeUnits: 1 })).toBeNull()
  expect(code({ freeUnits: 9, hasPlace: false })).toBeNull()
})

test('what is free is joined, not waited for', () => {
  expect(code({ freeUnits: 2 })).toBe('places_free')
  expect(code({ freeUnits: 2, hasPlace: false }, 2, { liveQuantity: 2 })).toBe('places_free')
})

test('the rules of joining hold', () => {
  expect(waitFault(null, { quantity: 2, waiter, now })?.code).toBe('buy_not_found')
  expect(code({ status: 'closed' })).toBe('buy_not_active')
  expect(code({ endDate: now })).toBe('buy_not_active')
  expect(code({}, 1.5)).toBe('quantity_not_whole')
  expect(code({}, 1)).toBe('quantity_below_minimum')
  expect(code({}, 5, { liveQuantity: 2 })).toBe('quantity_above_maximum')
  expect(code({ maxQuantity: 50 }, 41)).toBe('quantity_exceeds_spots')
  expect(code({}, 2, { servesShop: true })).toBe('own_shop')
  expect(code({}, 2, { confirmed: false })).toBe('contact_not_confirmed')
  expect(code({}, 2, { hasOffer: true })).toBe('offer_waits')
})
