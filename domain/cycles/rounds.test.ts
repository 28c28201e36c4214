import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, DAY_MS, HOUR_MS, lagosDate, MINUTE_MS, paymentDueAt } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { type CycleRule, firstRound, followingRound, nextOpenRound, type RoundDates, shareDayOf } from './rounds.ts'

const round = (shareDate: string, { closesDaysBefore = 4, openDays = 5 } = {}): RoundDates => {
  const endDate = new Date(paymentDueAt(shareDate).getTime() - (closesDaysBefore - 2) * DAY_MS)
  return { opensAt: new Date(endDate.getTime() - openDays * DAY_MS), endDate, shareDate }
}
const weekly: CycleRule = { period: 'week', shareDay: 1 }
const monthly = (shareDay: number): CycleRule => ({ period: 'month', shareDay })

describe('the next round', () => {
  test('of a weekly cycle is seven days later, at the same times of day', () => {
    const first = round('2026-12-11')
    const next = followingRound(first, weekly)
    expect(next.shareDate).toBe('2026-12-18')
    expect(next.endDate.getTime() - first.endDate.getTime()).toBe(7 * DAY_MS)
    expect(next.opensAt.getTime() - first.opensAt.getTime()).toBe(7 * DAY_MS)
  })

  test('of a monthly cycle has the same day, and the last of a shorter month', () => {
    const days = ['2027-01-31']
    while (days.length < 6) days.push(followingRound(round(days.at(-1) ?? ''), monthly(31)).shareDate)
    expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'])
    expect(followingRound(round('2027-12-05'), monthly(5)).shareDate).toBe('2028-01-05')
    expect(followingRound(round('2028-01-30'), monthly(30)).shareDate).toBe('2028-02-29')
  })

  test('is one that can still be opened', () => {
    const planned = round('2026-12-11')
    const at = (now: Date, after: string | null = null) => nextOpenRound(planned, weekly, { now, after }).shareDate
    expect(at(planned.opensAt)).toBe('2026-12-11')
    expect(at(new Date(planned.endDate.getTime() - clocks.shortestWindowMs - HOUR_MS))).toBe('2026-12-11')
    expect(at(new Date(planned.endDate.getTime() - clocks.shortestWindowMs))).toBe('2026-12-18')
    expect(at(planned.opensAt, '2026-12-10')).toBe('2026-12-11')
    expect(at(planned.opensAt, '2026-12-11')).toBe('2026-12-18')
    expect(at(planned.opensAt, '2027-01-02')).toBe('2027-01-08')
  })

  test('can always be published, whatever the buy and however long the pause', () => {
    const start = Date.parse('2026-01-01T00:00:00Z')
    fc.assert(
      fc.property(
        fc.record({
          shareIn: fc.integer({ min: 3, max: 400 }),
          closesDaysBefore: fc.integer({ min: 2, max: 30 }),
          openDays: fc.integer({ min: 1, max: 60 }),
          period: fc.constantFrom('week' as const, 'month' as const),
          pausedHours: fc.integer({ min: 0, max: 24 * 800 }),
        }),
        ({ shareIn, closesDaysBefore, openDays, period, pausedHours }) => {
          const first = round(addDays(lagosDate(new Date(start)), shareIn), { closesDaysBefore, openDays })
          const rule = { period, shareDay: shareDayOf(first.shareDate) }
          const now = new Date(first.opensAt.getTime() + pausedHours * HOUR_MS)
          const planned = firstRound(first, rule, { now, after: first.shareDate })
          const opened = new Date(Math.max(planned.opensAt.getTime(), now.getTime()) + 5 * MINUTE_MS)
          // The job opens it some minutes later, without moving it on.
          const next = nextOpenRound(planned, rule, { now: opened, after: first.shareDate })
          expect(planned.opensAt > now ? next : planned).toEqual(planned)
          expect(next.shareDate > first.shareDate).toBe(true)
          const openMs = next.endDate.getTime() - Math.max(next.opensAt.getTime(), opened.getTime())
          expect(openMs).toBeGreaterThanOrEqual(clocks.shortestWindowMs)
          expect(openMs).toBeLessThanOrEqual(clocks.longestWindowMs)
          expect(next.endDate <= paymentDueAt(next.shareDate)).toBe(true)
          const days = (Date.parse(next.shareDate) - Date.parse(first.shareDate)) / DAY_MS
          const isLastOfMonth = shareDayOf(addDays(next.shareDate, 1)) === 1
          if (period === 'week') expect(days % 7).toBe(0)
          else
            expect(
              shareDayOf(next.shareDate) === rule.shareDay ||
                (isLastOfMonth && shareDayOf(next.shareDate) < rule.shareDay),
            ).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
