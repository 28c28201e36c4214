import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBusinessDays } from '../../tests/business-deadline.ts'
import {
  addDays,
  DAY_MS,
  daysLeft,
  endOfLagosDay,
  isCalendarDate,
  lagosDate,
  paymentDueAt,
  startOfLagosDay,
} from './calendar.ts'
import { parseLagosTime } from './lagos-time.ts'

const at = (text: string) => new Date(text)

describe('Lagos days', () => {
  it('change at 23:00 UTC', () => {
    expect(lagosDate(at('2026-03-13T22:59:59Z'))).toBe('2026-03-13')
    expect(lagosDate(at('2026-03-13T23:00:00Z'))).toBe('2026-03-14')
  })

  it('end at 23:59:59 there', () => expect(endOfLagosDay('2026-03-14')).toEqual(at('2026-03-14T22:59:59Z')))

  it('has payment due at the end of the day, two days before the sharing day', () =>
    expect(paymentDueAt('2026-03-01')).toEqual(at('2026-02-27T22:59:59Z')))

  it('exclude invalid dates', () => {
    expect(isCalendarDate('2028-02-29')).toBe(true)
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', 'today', '']) expect(isCalendarDate(text)).toBe(false)
  })

  it('contain each of their instants', () => {
    const instants = fc.date({ min: at('2020-01-01'), max: at('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, (instant) => {
        const day = lagosDate(instant)
        expect(startOfLagosDay(day) <= instant).toBe(true)
        expect(instant.getTime() < endOfLagosDay(day).getTime() + 1000).toBe(true)
        expect(startOfLagosDay(addDays(day, 1)).getTime() - startOfLagosDay(day).getTime()).toBe(DAY_MS)
      }),
    )
  })
})

describe('daysLeft', () => {
  const now = at('2026-03-14T12:00:00Z')
  it.each([
    ['2026-03-14T12:00:01Z', 1],
    ['2026-03-15T12:00:00Z', 1],
    ['2026-03-15T12:00:01Z', 2],
    ['2026-03-14T12:00:00Z', 0],
    ['2026-03-14T11:00:00Z', 0],
    ['2026-03-01T12:00:00Z', 0],
  ])('until %s', (end, days) => expect(Object.is(daysLeft(at(end), now), days)).toBe(true))
})

describe('reading times', () => {
  it.each([
    ['2026-03-14T17:00', '2026-03-14T16:00:00.000Z'],
    ['2026-03-14 17:00:30', '2026-03-14T16:00:30.000Z'],
    ['2026-03-14T17:00:00Z', '2026-03-14T17:00:00.000Z'],
    ['2026-03-14T17:00:00+02:00', '2026-03-14T15:00:00.000Z'],
    ['2026-03-14', '2026-03-14T22:59:59.000Z'],
  ])('%s', (text, iso) => expect(parseLagosTime(text)?.toISOString()).toBe(iso))

  it.each(['', 'soon', '2026-02-30T10:00', '2026-03-14T25:00', '14/03/2026'])('refuses %j', (text) =>
    expect(parseLagosTime(text)).toBeNull(),
  )
})

describe('business days', () => {
  const easter = new Set(['2026-04-03', '2026-04-06'])
  it('skip weekends and holidays', () => {
    expect(addBusinessDays('2026-04-02', 1, easter)).toBe('2026-04-07')
    expect(addBusinessDays('2026-04-02', 1, new Set())).toBe('2026-04-03')
    expect(addBusinessDays('2026-03-13', 7, new Set())).toBe('2026-03-24')
    expect(addBusinessDays('2026-03-14', 0, new Set())).toBe('2026-03-14')
  })
})
