import { addDays, isCalendarDate } from '#domain/time/calendar.ts'

export const periodLabels = {
  today: 'Today',
  week: 'The last 7 days',
  days30: 'The last 30 days',
  days90: 'The last 90 days',
  month: 'This month',
  quarter: 'This quarter',
  year: 'This year',
  dates: 'From and to',
} as const

type PeriodName = keyof typeof periodLabels

/** Days in Lagos, both included. */
export interface DayRange {
  since: string
  until: string
}

export interface Period extends DayRange {
  name: PeriodName
}

const FIRST_DAY = '2020-01-01'
const MOST_DAYS = 366
const ROLLING: Partial<Record<PeriodName, number>> = { today: 1, week: 7, days30: 30, days90: 90 }
const CALENDAR_MONTHS: Partial<Record<PeriodName, number>> = { month: 1, quarter: 3, year: 12 }

interface RequestedPeriod {
  name: string
  from: string
  to: string
}

/** The requested period up to today; the last 30 days if the dates are not usable. */
export function readPeriod({ name, from, to }: RequestedPeriod, today: string): Period {
  const known = Object.hasOwn(periodLabels, name) ? (name as PeriodName) : 'days30'
  const months = CALENDAR_MONTHS[known]
  if (months) return { name: known, since: startOfMonths(today, months), until: today }
  if (known === 'dates') return datesPeriod(from, to, today) ?? readPeriod({ name: 'days30', from, to }, today)
  return { name: known, since: addDays(today, 1 - (ROLLING[known] ?? 30)), until: today }
}

function datesPeriod(from: string, to: string, today: string): Period | null {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return null
  const [first, last] = from <= to ? [from, to] : [to, from]
  const until = last < today ? last : today
  const since = [first, addDays(until, 1 - MOST_DAYS), FIRST_DAY].sort().at(-1) ?? first
  return since <= until ? { name: 'dates', since, until } : null
}

/** First day of the month, quarter or year that contains the day. */
function startOfMonths(day: string, months: number): string {
  const month = Number(day.slice(5, 7)) - 1
  return firstOfMonth(Number(day.slice(0, 4)), month - (month % months))
}

const firstOfMonth = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)

/**
 * The period before: as many days, or for a month, quarter or year the same days of the one before, so that a month
 * that has just begun is not compared with a whole one.
 */
export function periodBefore({ name, since, until }: Period): DayRange {
  const months = CALENDAR_MONTHS[name]
  if (months) return { since: monthsBefore(since, months), until: monthsBefore(until, months) }
  return { since: addDays(since, -daysIn({ since, until })), until: addDays(since, -1) }
}

/** The same day of an earlier month, or its last day if it is shorter. */
function monthsBefore(day: string, months: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - months]
  const last = addDays(firstOfMonth(year, month + 1), -1)
  const same = `${last.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

export const daysIn = ({ since, until }: DayRange): number =>
  Math.round((Date.parse(until) - Date.parse(since)) / 86_400_000) + 1

/** The parts of a period in its charts: days, weeks or months, at most 31 of them. */
export function partsOf(period: DayRange): DayRange[] {
  const days = daysIn(period)
  const next = (since: string): string =>
    days <= 31
      ? since
      : days <= 125
        ? addDays(since, 6)
        : addDays(firstOfMonth(+since.slice(0, 4), +since.slice(5, 7)), -1)
  const parts: DayRange[] = []
  for (let since = period.since; since <= period.until; since = addDays(parts.at(-1)?.until ?? since, 1)) {
    const until = next(since)
    parts.push({ since, until: [until, period.until].sort()[0] ?? until })
  }
  return parts
}
