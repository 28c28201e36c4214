import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS, lagosDate, paymentDueAt } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { nextWindow } from './next-window.ts'

// Monday to Friday, shared on the Monday after.
const buy = {
  startsAt: new Date('2026-03-02T08:00:00Z'),
  endDate: new Date('2026-03-06T16:00:00Z'),
  shareDate: '2026-03-09',
}

it.each([
  ['the Sunday after, for the next Friday', '2026-03-08T09:00:00Z', '2026-03-13T16:00:00.000Z', '2026-03-16'],
  ['while it is open, for the week after', '2026-03-03T09:00:00Z', '2026-03-13T16:00:00.000Z', '2026-03-16'],
  ['less than a day before its time, a week later', '2026-03-12T20:00:00Z', '2026-03-20T16:00:00.000Z', '2026-03-23'],
  ['a year later', '2027-03-08T09:00:00Z', '2027-03-12T16:00:00.000Z', '2027-03-15'],
])('is opened again %s', (_, now, endDate, shareDate) => {
  const next = nextWindow(buy, new Date(now))
  expect([next.endDate.toISOString(), next.shareDate]).toEqual([endDate, shareDate])
})

it('keeps a missing sharing day missing', () => {
  expect(nextWindow({ ...buy, shareDate: null }, new Date('2026-03-08T09:00:00Z')).shareDate).toBe(null)
})

it('can be published, on the same weekday, with the sharing day equally far away', () => {
  const days = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  fc.assert(
    fc.property(days(1, 89), days(-80, 800), fc.nat(20), (length, since, toShare) => {
      const startsAt = new Date('2026-03-02T08:00:00Z')
      const endDate = new Date(startsAt.getTime() + Math.round(length * DAY_MS))
      const shareDate = lagosDate(new Date(endDate.getTime() + (toShare + 2) * DAY_MS))
      const now = new Date(Math.max(startsAt.getTime(), endDate.getTime() + Math.round(since * DAY_MS)))
      const next = nextWindow({ startsAt, endDate, shareDate }, now)
      const open = next.endDate.getTime() - now.getTime()
      expect(open).toBeGreaterThanOrEqual(clocks.shortestWindowMs)
      if (endDate < now) expect(open).toBeLessThanOrEqual(clocks.longestWindowMs)
      expect((next.endDate.getTime() - endDate.getTime()) % (7 * DAY_MS)).toBe(0)
      expect(next.endDate <= paymentDueAt(next.shareDate ?? '')).toBe(true)
    }),
  )
})
