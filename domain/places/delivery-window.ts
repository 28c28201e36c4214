// The days and hours in which a zone is delivered to, in the form of opening hours.
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { formatDay } from '#domain/time/date-text.ts'
import { clockText, type OpenDay } from './opening-hours.ts'

interface DeliveryWindow {
  /** 'YYYY-MM-DD' */
  date: string
  opens: string
  closes: string
}

/** The first window on a day or after it; null while the zone has no hours. */
export function firstWindow(hours: readonly OpenDay[], from: string): DeliveryWindow | null {
  for (let days = 0; days < 7; days += 1) {
    const date = addDays(from, days)
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
    const window = hours.find(({ day }) => day === weekday)
    if (window) return { date, opens: window.opens, closes: window.closes }
  }
  return null
}

/** The day from which goods can be delivered: their last sharing day, or today if that has passed; null while one is not set. */
export function deliverableFrom(lines: readonly { share_date: string | null }[], now: Date): string | null {
  const days = lines.map(({ share_date }) => share_date)
  return days.includes(null) ? null : ([...days, lagosDate(now)].sort().at(-1) ?? null)
}

/** "Sat 14 Mar, 10 am to 4 pm" */
export const windowText = ({ date, opens, closes }: DeliveryWindow): string =>
  `${formatDay(date)}, ${clockText(opens)} to ${clockText(closes)}`
