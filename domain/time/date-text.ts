// Formats dates and times for display: Lagos time, en-NG. Does not use `Intl`, so that server and browser give the same
// text.
import { HOUR_MS, lagosDate } from './calendar.ts'

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** "Sat 14 Mar, 5 pm", "Sat 14 Mar, 11:59 pm". */
export function formatMoment(instant: Date): string {
  return `${formatDay(lagosDate(instant))}, ${formatTime(instant)}`
}

/** "Sat 14 Mar" from '2026-03-14'. */
export function formatDay(date: string): string {
  const { weekday, day, month } = parts(date)
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}`
}

/** "Tuesday, 1 December": for expected dates, such as that of a refund. */
export function formatAwaitedDay(date: string): string {
  const { weekday, day, month } = parts(date)
  return `${weekday}, ${day} ${month}`
}

/** "Sat 14 Mar 2026": where dates may be of different years. */
export function formatDatedDay(date: string): string {
  return `${formatDay(date)} ${parts(date).year}`
}

/** "Sat 14 Mar 2026, 5 pm" */
export function formatDatedMoment(instant: Date): string {
  return `${formatDatedDay(lagosDate(instant))}, ${formatTime(instant)}`
}

/** "14 March 2026" from '2026-03-14': the long form of the blog. */
export function formatLongDate(date: string): string {
  const { day, month, year } = parts(date)
  return `${day} ${month} ${year}`
}

/** "5 pm", "5:30 pm" in Lagos. */
export function formatTime(instant: Date): string {
  const local = new Date(instant.getTime() + HOUR_MS)
  return formatClock(local.getUTCHours(), local.getUTCMinutes())
}

/** "5 pm", "5:30 pm", "12 noon", "12 midnight". 12 am and 12 pm would be misread as deadlines. */
export function formatClock(hours: number, minutes: number): string {
  if (minutes === 0 && hours % 12 === 0) return hours % 24 === 0 ? '12 midnight' : '12 noon'
  const past = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `${hours % 12 || 12}${past} ${hours < 12 ? 'am' : 'pm'}`
}

function parts(date: string) {
  const at = new Date(`${date}T00:00:00Z`)
  const weekday = WEEKDAYS[at.getUTCDay()] ?? ''
  const month = MONTHS[at.getUTCMonth()] ?? ''
  return { weekday, month, day: at.getUTCDate(), year: at.getUTCFullYear() }
}
