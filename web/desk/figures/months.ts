/** Figures by month cover this month and the eleven before it (as the views do). */
const MONTHS_SHOWN = 12

const NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** 'YYYY-MM-01' for the twelve months up to the day ('YYYY-MM-DD' in Lagos), oldest first. */
export function lastMonths(today: string): string[] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  return Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS_SHOWN + 1 + index, 1)).toISOString().slice(0, 10),
  )
}

/** One entry for each of the twelve months, computed from the month's rows, which may be none. */
export function byMonth<Row extends { month: string }, Entry>(
  rows: readonly Row[],
  today: string,
  sum: (rows: Row[], month: string) => Entry,
): Entry[] {
  return lastMonths(today).map((month) =>
    sum(
      rows.filter((row) => row.month === month),
      month,
    ),
  )
}

interface MonthActivity {
  goods: number
  orders: number
  promised_orders?: number
}

/** For a table: newest month first, without the empty months before the first activity. */
export function newestFirst<Entry extends MonthActivity>(entries: readonly Entry[]): Entry[] {
  const first = entries.findIndex(
    ({ goods, orders, promised_orders: promised = 0 }) => goods > 0 || orders > 0 || promised > 0,
  )
  return first < 0 ? [] : entries.slice(first).reverse()
}

/** "Mar 2026" */
export function monthLabel(month: string): string {
  return `${shortMonth(month)} ${month.slice(0, 4)}`
}

/** "Mar" */
export function shortMonth(month: string): string {
  return NAMES[Number(month.slice(5, 7)) - 1] ?? month
}

/** The sum of a column of naira or counts, rounded to the kobo; at these sizes doubles are exact. */
export function total<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return Math.round(rows.reduce((sum, row) => sum + of(row), 0) * 100) / 100
}
