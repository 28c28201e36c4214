import { expect, it } from 'vitest'
import { addUp, lastMonth } from './last-month.ts'

it.each([
  ['2026-03-01', '2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
  ['2026-01-15', '2025-11-30T23:00:00.000Z', '2025-12-31T23:00:00.000Z'],
])('last month on %s, in Lagos', (today, from, until) => {
  const month = lastMonth(today)
  expect([month.from.toISOString(), month.until.toISOString()]).toEqual([from, until])
})

it('the same product of several orders is one line, with the last price', () => {
  const line = { product_name: 'Rice', unit: 'bag', image_url: null }
  expect(
    addUp([
      { ...line, product_id: 'a', quantity: 3, unit_price: 70, boughtAt: '2026-02-20' },
      { ...line, product_id: 'a', quantity: 2, unit_price: 60, boughtAt: '2026-02-10' },
      { ...line, product_id: 'b', quantity: 1, unit_price: 10, boughtAt: '2026-02-11' },
    ]),
  ).toEqual([
    { ...line, product_id: 'a', quantity: 5, unit_price: 70 },
    { ...line, product_id: 'b', quantity: 1, unit_price: 10 },
  ])
})
