// The dates of the rounds of a cycle. Everything moves with the sharing day by whole days, so that times of day and the days between closing, paying and
// sharing stay as they were.
import { addDays, HOUR_MS, lagosDate, MINUTE_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'

export const CYCLE_PERIODS = ['week', 'month'] as const
export type CyclePeriod = (typeof CYCLE_PERIODS)[number]

export interface RoundDates {
  opensAt: Date
  endDate: Date
  /** 'YYYY-MM-DD' */
  shareDate: string
}

export interface CycleRule {
  period: CyclePeriod
  /** Day of the month on which a monthly cycle shares; the last day of a shorter month. */
  shareDay: number
}

/** A round is planned to open this long before the shortest window begins, and opened late as long as that window is left. */
const SLACK_MS = 2 * HOUR_MS
const MARGIN_MS = 10 * MINUTE_MS

/** The first round after a buy with these dates that can be opened. */
export function firstRound(buy: RoundDates, rule: CycleRule, openable: Openable): RoundDates {
  const latestOpening = buy.endDate.getTime() - clocks.shortestWindowMs - SLACK_MS
  const opensAt = new Date(Math.min(buy.opensAt.getTime(), latestOpening))
  return nextOpenRound(followingRound({ ...buy, opensAt }, rule), rule, openable)
}

/** The round a week or a month after this one. */
export function followingRound(round: RoundDates, { period, shareDay }: CycleRule): RoundDates {
  const shareDate = period === 'week' ? addDays(round.shareDate, 7) : sameDayNextMonth(round.shareDate, shareDay)
  const movedMs = Date.parse(shareDate) - Date.parse(round.shareDate)
  const moved = (moment: Date) => new Date(moment.getTime() + movedMs)
  return { opensAt: moved(round.opensAt), endDate: moved(round.endDate), shareDate }
}

interface Openable {
  now: Date
  /** The latest sharing day of the rounds so far; null for none. */
  after: string | null
}

/** This round, or the first after it that can still be opened and is shared later than the rounds so far. */
export function nextOpenRound(round: RoundDates, rule: CycleRule, { now, after }: Openable): RoundDates {
  const soonest = now.getTime() + clocks.shortestWindowMs + MARGIN_MS
  let next = round
  while (next.endDate.getTime() < soonest || (after !== null && next.shareDate <= after))
    next = followingRound(next, rule)
  return next
}

/** The day of the month on which a cycle with this round shares. */
export const shareDayOf = (shareDate: string): number => Number(shareDate.slice(8))

function sameDayNextMonth(date: string, shareDay: number): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  // Day 0 of the month after is the last day of the month.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return lagosDate(new Date(Date.UTC(year, month, Math.min(shareDay, lastDay))))
}
