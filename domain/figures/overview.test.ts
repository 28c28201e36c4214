import { expect, it } from 'vitest'
import { addUp, change, overviewFigures } from './overview.ts'

const NONE = addUp([], { since: '2026-01-01', until: '2026-01-31' })
const day = (name: string, facts: Partial<typeof NONE>) => ({ ...NONE, day: name, ...facts })

it('adds up the days of a period and no others', () => {
  const days = [
    day('2026-01-01', { goods: 10.25, buys_ended: 4, buys_filled: 3 }),
    day('2026-01-02', { goods: 0.1 }),
    day('2026-01-03', { goods: 999 }),
  ]
  const sum = addUp(days, { since: '2026-01-01', until: '2026-01-02' })
  expect(overviewFigures.sales.value(sum)).toBe(1035)
  expect(overviewFigures.fill.value(sum)).toBe(75)
  expect(overviewFigures.on_time.value(sum)).toBeNull()
})

it('compares with the period before', () => {
  expect(change({ now: 150, before: 100 }, 'count')).toEqual({ difference: 50, percent: 50 })
  expect(change({ now: 5, before: 0 }, 'count')).toEqual({ difference: 5, percent: null })
  expect(change({ now: 90.5, before: 92 }, 'percent')).toEqual({ difference: -1.5, percent: null })
  expect(change({ now: null, before: 92 }, 'percent')).toBeNull()
  expect(change({ now: 0, before: 0 }, 'kobo')).toEqual({ difference: 0, percent: null })
})
