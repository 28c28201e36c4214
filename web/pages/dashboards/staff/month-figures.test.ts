import { expect, it } from 'vitest'
import { monthFigures } from './month-figures.ts'

const row = (month: string, orders: number, goods: number, promised = 0) => ({
  month,
  orders,
  goods,
  promised_orders: promised,
})

it('shows this month with the previous one, summed over states, across the new year, and links to the orders counted', () => {
  const rows = [
    row('2026-01-01', 2, 100.5, 4),
    row('2026-01-01', 1, 50, 1),
    row('2025-12-01', 1200, 5000),
    row('2025-11-01', 9, 9),
  ]
  const figures = monthFigures(rows, '2026-01-14', '/o')
  expect(figures.map(({ value, rule, to }) => [value, rule, to])).toEqual([
    ['3', '1,200 in all of Dec 2025', '/o?status=all-paid&month=2026-01'],
    ['₦150.50', '₦5,000 in all of Dec 2025', '/o?status=all-paid&month=2026-01'],
    ['5', 'Orders not paid yet', '/o?status=pending&month=2026-01'],
  ])
})
