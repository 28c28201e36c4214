// A month of the content calendar, in Lagos days.
import { addDays, isCalendarDate, lagosDate, startOfLagosDay } from '#domain/time/calendar.ts'
import type { Run } from './schedule.ts'

export interface CalendarMonth {
  /** "2026-03" */
  month: string
  /** Its days, "2026-03-01" first. */
  days: string[]
  /** ISO texts: its first moment, and that of the next month. */
  from: string
  to: string
  previous: string
  next: string
}

/** The month of a parameter such as "2026-03"; the current one for any other text. */
export function readMonth(text: string | null, now: Date): CalendarMonth {
  const asked = text !== null && /^20\d\d-\d\d$/.test(text) && isCalendarDate(`${text}-01`)
  const month = asked ? text : lagosDate(now).slice(0, 7)
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  const after = addDays(days.at(-1) ?? '', 1)
  return {
    month,
    days,
    from: startOfLagosDay(`${month}-01`).toISOString(),
    to: startOfLagosDay(after).toISOString(),
    previous: addDays(`${month}-01`, -1).slice(0, 7),
    next: after.slice(0, 7),
  }
}

/** The first and last Lagos day of a run; null where it has no such end. One that ends at midnight ends the day before. */
export function daysOf({ from, to }: Pick<Run, 'from' | 'to'>): { first: string | null; last: string | null } {
  const first = from && lagosDate(new Date(from))
  const last = to && lagosDate(new Date(Date.parse(to) - 1))
  return { first, last: first && last && last < first ? first : last }
}

export interface Bar<Of extends Run = Run> {
  run: Of
  /** Columns of the month's days, from 1; both inclusive. */
  firstColumn: number
  lastColumn: number
  /** Rows from 1: bars of one row share no day. */
  row: number
  /** Whether the run goes on before the month and after it. */
  beganBefore: boolean
  goesOn: boolean
}

/**
 * The bars of runs within a month, each in the first row that is free on its days. A bar takes `leastDays` where the
 * month has them, so that a short run has room for its title.
 */
export function barsOf<Of extends Run>(
  runs: readonly Of[],
  { days }: Pick<CalendarMonth, 'days'>,
  { leastDays = 1 } = {},
): Bar<Of>[] {
  const [start = '', end = ''] = [days[0], days.at(-1)]
  const rows: number[] = []
  const within = runs.flatMap((run) => {
    const { first, last } = daysOf(run)
    if ((first ?? start) > end || (last ?? end) < start) return []
    const beganBefore = first === null || first < start
    const goesOn = last === null || last > end
    const firstColumn = beganBefore ? 1 : days.indexOf(first) + 1
    const ownLast = goesOn ? days.length : days.indexOf(last) + 1
    const lastColumn = Math.min(days.length, Math.max(ownLast, firstColumn + leastDays - 1))
    return [{ run, firstColumn, lastColumn, beganBefore, goesOn }]
  })
  return within
    .toSorted((a, b) => a.firstColumn - b.firstColumn || b.lastColumn - a.lastColumn)
    .map((bar) => {
      const free = rows.findIndex((lastColumn) => lastColumn < bar.firstColumn)
      const row = free === -1 ? rows.length : free
      rows[row] = bar.lastColumn
      return { ...bar, row: row + 1 }
    })
}
