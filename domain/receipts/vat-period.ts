import { addDays } from '#domain/time/calendar.ts'
import { formatLongDate } from '#domain/time/date-text.ts'

/** A month or quarter in Lagos. */
export interface VatPeriod {
  /** '2026-03' or '2026-Q1', as in the address and in names of files. */
  name: string
  /** Days, both inclusive. */
  from: string
  until: string
}

/** The period with a name; null if it does not exist or has not begun. */
export function readVatPeriod(name: string, today: string): VatPeriod | null {
  const [, year = '', month, quarter] = /^(20[2-9]\d)-(?:(0[1-9]|1[0-2])|Q([1-4]))$/.exec(name) ?? []
  const first = month ? Number(month) : quarter ? Number(quarter) * 3 - 2 : null
  if (first === null) return null
  const from = `${year}-${twoDigits(first)}-01`
  if (from > today) return null
  const last = quarter ? first + 2 : first
  return { name, from, until: addDays(nextMonth(`${year}-${twoDigits(last)}`), -1) }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The first day of the month after a month ('2026-03'). */
const nextMonth = (month: string): string => `${addDays(`${month}-28`, 7).slice(0, 7)}-01`

/** "1 March 2026 to 31 March 2026" */
export const vatPeriodDays = ({ from, until }: VatPeriod): string =>
  `${formatLongDate(from)} to ${formatLongDate(until)}`

/** "March 2026" or "2026 Q1". */
export const vatPeriodText = ({ name, from }: VatPeriod): string =>
  name.includes('Q') ? name.replace('-', ' ') : formatLongDate(from).replace(/^1 /, '')
