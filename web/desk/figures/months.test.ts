import { expect, it } from 'vitest'
import { byMonth, lastMonths, monthLabel, newestFirst, total } from './months.ts'

it('counts twelve months up to today, across the new year', () => {
  const months = lastMonths('2026-03-31')
  expect(months).toHaveLength(12)
  expect(months[0]).toBe('2025-04-01')
  expect(months.at(-1)).toBe('2026-03-01')
  expect(lastMonths('2026-01-01')[0]).toBe('2025-02-01')
})

it('gives every month an entry and adds up its rows', () => {
  const rows = [
    { month: '2026-03-01', goods: 0.1 },
    { month: '2026-03-01', goods: 0.2 },
  ]
  const filled = byMonth(rows, '2026-03-10', (own) => total(own, ({ goods }) => goods))
  expect(filled.at(-1)).toBe(0.3)
  expect(filled.slice(0, -1)).toEqual(Array(11).fill(0))
  expect(monthLabel('2026-03-01')).toBe('Mar 2026')
})

it('omits empty months before the first activity, but not later ones', () => {
  const month = (name: string, orders: number) => ({ month: name, orders, goods: 0 })
  const months = [month('a', 0), month('b', 2), month('c', 0)]
  expect(newestFirst(months).map(({ month: name }) => name)).toEqual(['c', 'b'])
  expect(newestFirst([month('a', 0)])).toEqual([])
})
