import { expect, test } from 'vitest'
import { quantityLimits } from '../joining/quantity-limits.ts'
import { placesLeft } from './places-left.ts'
import { mostPerUnitKobo, mostToPay } from './what-you-pay.ts'

const buy = {
  base_price: 80_000,
  price_tiers: '[{"participants":5,"price":76000},{"participants":10,"price":72000}]',
  min_participants: 5,
  locked_participants: 0,
  buyer_fee_bps: 250,
}
const part = (status: string, quantity: number, ceiling_unit_price: number) => ({
  id: 'o1',
  order_no: 1,
  group_buy_id: 'b1',
  quantity,
  unit_price: 80_000,
  ceiling_unit_price,
  amount_due_kobo: 0,
  status,
})

test('the maximum is the price at the minimum, with the fee, for the chosen quantity', () => {
  expect(mostToPay(buy, { adding: 1, parts: [] })).toEqual({ quantity: 1, amountDueKobo: 7_790_000n })
  expect(mostToPay(buy, { adding: 3, parts: [] })).toEqual({ quantity: 3, amountDueKobo: 23_370_000n })
})

test('a late joiner pays at most the tier that paid orders have locked', () => {
  const late = { ...buy, locked_participants: 9 }
  expect(mostPerUnitKobo(late)).toBe(7_200_000n)
  expect(mostToPay(late, { adding: 1, parts: [] })).toEqual({ quantity: 1, amountDueKobo: 7_380_000n })
})

test('adding to an unpaid order keeps one order, at the lower ceiling; a paid order stays separate', () => {
  expect(mostToPay(buy, { adding: 1, parts: [part('pending', 2, 72_000)] })).toEqual({
    quantity: 3,
    amountDueKobo: 22_140_000n,
  })
  expect(mostToPay(buy, { adding: 1, parts: [part('paid', 2, 72_000)] })).toEqual({
    quantity: 1,
    amountDueKobo: 7_790_000n,
  })
})

test('the limits apply to a user’s total', () => {
  expect(quantityLimits({ min_quantity: 2, max_quantity: 5 }, 0)).toEqual({ min: 2, max: 5, initial: 2 })
  expect(quantityLimits({ min_quantity: 2, max_quantity: 5 }, 3)).toEqual({ min: 1, max: 2, initial: 1 })
  expect(quantityLimits({ min_quantity: 2, max_quantity: 5 }, 5).max).toBe(0)
  expect(quantityLimits({ min_quantity: 1, max_quantity: null }, 9)).toEqual({ min: 1, max: null, initial: 1 })
})

test('no place is left once all units or spots are taken, but participants can take more units', () => {
  const counts = { target_quantity: 40, current_quantity: 30, max_participants: 6, current_participants: 6 }
  expect([placesLeft(counts, 0), placesLeft(counts, 1)]).toEqual([0, 10])
  expect(placesLeft({ ...counts, current_quantity: 40 }, 1)).toBe(0)
  expect(placesLeft({ ...counts, max_participants: null }, 0)).toBe(10)
})
