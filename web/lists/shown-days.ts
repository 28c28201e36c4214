import { addDays, startOfLagosDay } from '#domain/time/calendar.ts'

/** The most days of a list whose sums are computed when it is opened. */
const MAX_SHOWN_DAYS = 92

interface Days {
  from: string
  until: string
}

/** The days of a list that always has some: the last 30 by default, and at most 92 up to the last of them. */
export function shownDays({ from, until }: Days, today: string): Days & { isCut: boolean } {
  const last = until || (from ? minDay(addDays(from, MAX_SHOWN_DAYS - 1), today) : today)
  const first = from || addDays(last, -29)
  const earliest = addDays(last, 1 - MAX_SHOWN_DAYS)
  const isCut = first < earliest
  return { from: isCut ? earliest : first, until: last, isCut }
}

/** The instants from which, and before which, something happened on these days; for sums by SQL functions. */
export const daySpan = ({ from, until }: Days) => ({
  since: startOfLagosDay(from).toISOString(),
  until: startOfLagosDay(addDays(until, 1)).toISOString(),
})

const minDay = (a: string, b: string): string => (a < b ? a : b)
