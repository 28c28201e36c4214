import { expect, it } from 'vitest'
import type { RegionMonth } from '#web/orders/staff/queries.ts'
import { monthFigures } from './month-figures.ts'

const row = (month: string, state: string, live: number, goods: number): RegionMonth => ({
  ...{ month, state, live_orders: live, goods, orders: live, completed_orders: 0, expired_orders: 0, fees_kobo: 0 },
})

it('shows this month next to the last, all states together, across the new year', () => {
  const rows = [
    row('2026-01-01', 'Lagos', 2, 100.5),
    row('2026-01-01', 'Oyo', 1, 50),
    row('2025-12-01', 'Lagos', 1200, 5000),
    row('2025-11-01', 'Lagos', 9, 9),
  ]
  const figures = monthFigures(rows, '2026-01-14', { orders: '/o', goods: '/g' })
  expect(figures.map(({ value, rule }) => [value, rule])).toEqual([
    ['3', '1,200 in all of Dec 2025'],
    ['₦150.50', '₦5,000 in all of Dec 2025'],
  ])
})
