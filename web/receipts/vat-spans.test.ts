import { expect, it } from 'vitest'
import { toQuarters } from './vat-spans.ts'

const month = (name: string, kobo: number, bps = 750) => ({
  month: name,
  vat_bps: bps,
  buyer_fee_kobo: kobo,
  vendor_fee_kobo: kobo * 2,
  delivery_kobo: 0,
  handling_kobo: null,
  income_kobo: kobo * 3,
  vat_kobo: 7,
})

it('adds up the months of a quarter, and keeps rates apart', () => {
  const months = [
    month('2026-04-01', 1),
    month('2026-03-01', 10),
    month('2026-03-01', 5, 1000),
    month('2026-01-01', 100),
  ]
  const quarters = toQuarters(months as never)
  expect(
    quarters.map(({ span, vat_bps: bps, income_kobo: income, vat_kobo: vat }) => [span, bps, income, vat]),
  ).toEqual([
    ['2026 Q2', 750, 3, 7],
    ['2026 Q1', 750, 330, 14],
    ['2026 Q1', 1000, 15, 7],
  ])
  expect(months.map(({ income_kobo: income }) => income)).toEqual([3, 30, 15, 300])
})
