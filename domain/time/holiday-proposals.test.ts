import { expect, it, test } from 'vitest'
import { addDays } from './calendar.ts'
import { easterSunday, missingHolidays, proposeHolidays, yearToComplete } from './holiday-proposals.ts'

test.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2285, '2285-03-22'],
])('Easter of %i is on %s', (year, day) => {
  expect(easterSunday(year)).toBe(day)
})

it('proposes the fixed days and those of Easter as known', () => {
  const known = proposeHolidays(2027).filter((holiday) => !holiday.is_expected)
  expect(known.map(({ date }) => date)).toEqual([
    '2027-01-01',
    '2027-03-26',
    '2027-03-29',
    '2027-05-01',
    '2027-06-12',
    '2027-10-01',
    '2027-12-25',
    '2027-12-26',
  ])
})

// As announced in Nigeria; the moon may differ from the table by a day or two.
test.each([
  [2024, 'Id el Fitr', '2024-04-10'],
  [2024, 'Id el Kabir', '2024-06-16'],
  [2024, 'Id el Maulud', '2024-09-16'],
  [2025, 'Id el Fitr', '2025-03-31'],
  [2025, 'Id el Kabir', '2025-06-06'],
])('expects in %i the %s near %s', (year, name, announced) => {
  const day = proposeHolidays(year).find((holiday) => holiday.name === name)
  expect(day?.is_expected).toBe(true)
  expect(Math.abs(Date.parse(day?.date ?? '') - Date.parse(announced))).toBeLessThanOrEqual(2 * 86_400_000)
})

it('has no day twice, in any year', () => {
  for (let year = 2024; year <= 2100; year += 1) {
    const days = proposeHolidays(year).map(({ date }) => date)
    expect([...days].sort()).toEqual([...new Set(days)])
    expect(days.every((day) => day.startsWith(`${year}-`))).toBe(true)
  }
})

it('needs next year’s holidays from the first of November on', () => {
  expect(['2026-01-01', '2026-10-31', '2026-11-01', '2026-12-31', '2027-01-01'].map(yearToComplete)).toEqual([
    null,
    null,
    2027,
    2027,
    null,
  ])
})

it('counts a day of the moon that was announced up to two days away, and each listed day once', () => {
  const proposed = proposeHolidays(2027)
  const missing = (listed: readonly string[]) =>
    missingHolidays(
      2027,
      listed.map((date) => ({ date })),
    ).map(({ date }) => date)
  const all = proposed.map(({ date }) => date)
  const [fitr = '', second = ''] = proposed.filter(({ name }) => name.startsWith('Id el Fitr')).map(({ date }) => date)
  expect(missing([])).toEqual(all)
  expect(missing(all)).toEqual([])
  const moved = (days: number) => all.map((day) => ([fitr, second].includes(day) ? addDays(day, days) : day))
  expect([missing(moved(1)), missing(moved(-2)), missing(moved(5))]).toEqual([[], [], [fitr, second]])
  // One day of the feast does not stand for both.
  expect(missing(all.filter((day) => day !== second))).toEqual([second])
  // A fixed day does not move.
  expect(missing(all.map((day) => (day === '2027-10-01' ? '2027-10-02' : day)))).toEqual(['2027-10-01'])
})
