// Opening a group buy again: its dates move by whole weeks, so that weekdays and times of day stay.
import { addDays, DAY_MS, HOUR_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'

interface BuyWindow {
  startsAt: Date
  endDate: Date
  /** 'YYYY-MM-DD' */
  shareDate: string | null
}

const WEEK_MS = 7 * DAY_MS
/** Time to look at the form before its dates are too early to publish. */
const TIME_TO_PUBLISH_MS = HOUR_MS

/**
 * The dates of the next buy like this one. It takes the week in which it can be published now and stays open for
 * about as long. The dates of a buy that is still open are at least a week later.
 */
export function nextWindow({ startsAt, endDate, shareDate }: BuyWindow, now: Date): Omit<BuyWindow, 'startsAt'> {
  const end = endDate.getTime()
  const weeksUntil = (moment: number) => (moment - end) / WEEK_MS
  const first = Math.max(1, Math.ceil(weeksUntil(now.getTime() + clocks.shortestWindowMs + TIME_TO_PUBLISH_MS)))
  const last = Math.floor(weeksUntil(now.getTime() + clocks.longestWindowMs))
  const asLong = Math.round(weeksUntil(now.getTime() + end - startsAt.getTime()))
  const weeks = Math.max(first, Math.min(last, asLong))
  return {
    endDate: new Date(end + weeks * WEEK_MS),
    shareDate: shareDate === null ? null : addDays(shareDate, 7 * weeks),
  }
}
