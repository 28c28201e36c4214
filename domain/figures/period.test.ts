import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '#domain/time/calendar.ts'
import { daysIn, partsOf, periodBefore, periodLabels, readPeriod } from './period.ts'

const TODAY = '2026-03-31'
const read = (name: string, from = '', to = '') => readPeriod({ name, from, to }, TODAY)

it('reads each period up to today', () => {
  expect(read('today')).toEqual({ name: 'today', since: TODAY, until: TODAY })
  expect(read('week').since).toBe('2026-03-25')
  expect(read('month').since).toBe('2026-03-01')
  expect(read('quarter').since).toBe('2026-01-01')
  expect(read('year').since).toBe('2026-01-01')
  expect(read('dates', '2026-02-10', '2026-02-01')).toEqual({ name: 'dates', since: '2026-02-01', until: '2026-02-10' })
  expect(read('dates', '2026-03-30', '2027-01-01').until).toBe(TODAY)
  expect(daysIn(read('dates', '2020-01-01', '2026-01-01'))).toBe(366)
})

it('falls back to the last 30 days for anything that is not a period', () => {
  for (const [name, from, to] of [
    ['', '', ''],
    ['toString', '', ''],
    ['dates', '2026-02-30', '2026-03-01'],
    ['dates', '', '2026-03-01'],
    ['dates', '2030-01-01', '2030-02-01'],
  ] as const)
    expect(read(name, from, to)).toEqual({ name: 'days30', since: '2026-03-02', until: TODAY })
})

it('compares with as many days before, or with the same days of the month before', () => {
  expect(periodBefore(read('today'))).toEqual({ since: '2026-03-30', until: '2026-03-30' })
  expect(periodBefore(read('week'))).toEqual({ since: '2026-03-18', until: '2026-03-24' })
  expect(periodBefore(read('month'))).toEqual({ since: '2026-02-01', until: '2026-02-28' })
  expect(periodBefore(read('quarter'))).toEqual({ since: '2025-10-01', until: '2025-12-31' })
  expect(periodBefore(read('year'))).toEqual({ since: '2025-01-01', until: '2025-03-31' })
})

it('divides every period into at most 31 parts without gaps, and compares it with one that has ended', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(periodLabels)),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 400 }),
      (name, ago, longer) => {
        const today = addDays('2030-06-30', -ago)
        const period = readPeriod({ name, from: addDays(today, -longer), to: today }, today)
        const parts = partsOf(period)
        expect(parts.length).toBeLessThanOrEqual(31)
        expect(parts[0]?.since).toBe(period.since)
        expect(parts.at(-1)?.until).toBe(period.until)
        for (const [at, part] of parts.entries()) {
          expect(part.since <= part.until).toBe(true)
          if (at > 0) expect(part.since).toBe(addDays(parts[at - 1]?.until ?? '', 1))
        }
        const before = periodBefore(period)
        expect(before.since <= before.until && before.until < period.since).toBe(true)
      },
    ),
  )
})
