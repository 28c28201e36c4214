import { expect, it } from 'vitest'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import type { CurrentProduct } from '../current-products.ts'
import { toReorderLines } from '../reorder/reorder.ts'
import { summariseCheckout } from './checkout-summary.ts'

const product = (facts: Partial<CurrentProduct> & { id: string }): CurrentProduct => ({
  name: 'Ofada rice',
  base_price: 10.66,
  unit: 'bag',
  image_url: null,
  min_quantity: 1,
  max_quantity: null,
  available_quantity: 10,
  share_date: null,
  paused_until: null,
  shop: 'Bodija Grain House, Ibadan',
  vendorId: 'bodija',
  ways: { id: 'bodija', city: 'Ibadan', state: 'Oyo', places: [], zones: [] },
  cheaperBuy: null,
  least_kg_per_unit: null,
  most_kg_per_unit: null,
  ...facts,
})
const now = (...products: CurrentProduct[]) => ({
  products: new Map(products.map((one) => [one.id, one])),
  basisPoints: 250,
  today: '2026-03-10',
  ownState: null,
})

it('totals a cart per shop, with one floored fee per order', () => {
  const yam = product({ id: 'y', base_price: 19.99, vendorId: 'oje', shop: 'Oje Fruits, Ibadan' })
  const requested = ['r', 'y', 'b'].map((productId) => ({ productId, quantity: 1, seenKobo: 1066 }))
  const beans = product({ id: 'b', base_price: 6.66 })
  const { shops, totalKobo, repriced, stopped } = summariseCheckout(requested, now(product({ id: 'r' }), yam, beans))
  expect(shops.map(({ name, goodsKobo, feeKobo, totalKobo: all }) => [name, goodsKobo, feeKobo, all])).toEqual([
    ['Bodija Grain House, Ibadan', 1732, 43, 1775],
    ['Oje Fruits, Ibadan', 1999, 49, 2048],
  ])
  expect(totalKobo).toBe(3823)
  expect(repriced.map(({ productId }) => productId)).toEqual(['y', 'b'])
  expect(stopped).toEqual([])
})

it('names what blocks the order, and counts unavailable products', () => {
  const requested = ['r', 'x'].map((productId) => ({ productId, quantity: 11, seenKobo: 1066 }))
  const { lines, missing, stopped } = summariseCheckout(requested, now(product({ id: 'r' })))
  expect([formatInEnglish(lines[0]?.problem ?? ''), missing, stopped.length]).toEqual(['Only 10 bags left.', 1, 2])
})

it('prices a past order at today’s prices, and marks unavailable products', () => {
  const bought = (product_id: string, quantity: number) => ({
    product_id,
    product_name: 'Old name',
    unit: 'bag',
    image_url: null,
    quantity,
    unit_price: 9,
  })
  const current = now(product({ id: 'r' }), product({ id: 's', share_date: '2026-03-01' }))
  const buys = new Map([['x', { id: 'b', price: 5 }]])
  const again = toReorderLines([bought('r', 2), bought('r', 20), bought('s', 1), bought('x', 1)], { ...current, buys })
  // A product no longer sold alone may still have an open group buy.
  expect(again.map(({ openBuy }) => openBuy)).toEqual([null, null, null, { id: 'b', price: 5 }])
  expect(
    again.map(({ item, unavailableReason }) => [
      item.name,
      item.price,
      unavailableReason && formatInEnglish(unavailableReason),
    ]),
  ).toEqual([
    ['Ofada rice', 10.66, null],
    ['Ofada rice', 10.66, 'Only 10 bags left.'],
    ['Ofada rice', 10.66, 'Between sharing days. It comes back when the vendor sets the next one.'],
    ['Old name', 9, 'No longer on sale.'],
  ])
})

it('names the states to confirm: other ones than the buyer’s, or several of one cart', () => {
  const ways = { id: 'mileone', city: 'Port Harcourt', state: 'Rivers', places: [], zones: [] }
  const oil = product({ id: 'o', vendorId: 'mileone', ways })
  const requested = ['r', 'o'].map((productId) => ({ productId, quantity: 1, seenKobo: 1066 }))
  const facts = now(product({ id: 'r' }), oil)
  const states = (lines: typeof requested, ownState: string | null) =>
    summariseCheckout(lines, { ...facts, ownState }).confirmStates
  expect(states(requested, null)).toEqual(['Oyo', 'Rivers'])
  expect(states(requested, 'Oyo')).toEqual(['Rivers'])
  expect(states(requested.slice(0, 1), null)).toEqual([])
})
