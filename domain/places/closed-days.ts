// Days on which a shop is closed (`public.vendors.closed_days`, `public.closing_reason`).
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { formatDay } from '#domain/time/date-text.ts'

export interface ClosedDays {
  /** 'YYYY-MM-DD' in Lagos. */
  from: string
  /** The last day, which may be the first. */
  until: string
  reason: string
}

/** The closed days that contain a day; null if the shop is open on it. */
export const closedOn = (closures: readonly ClosedDays[], date: string): ClosedDays | null =>
  closures.find(({ from, until }) => from <= date && date <= until) ?? null

/** The closed days that are not over. */
export const closuresToCome = (closures: readonly ClosedDays[], now: Date): ClosedDays[] =>
  closures.filter(({ until }) => until >= lagosDate(now))

/** "Closed Thu 24 Dec to Sat 26 Dec: Christmas" */
export function closedText({ from, until, reason }: ClosedDays): TextTemplate {
  const values = { from: formatDay(from), until: formatDay(until), reason }
  if (from === until) {
    return reason === ''
      ? withValues(/*i18n*/ 'Closed {from}', values)
      : withValues(/*i18n*/ 'Closed {from}: {reason}', values)
  }
  return reason === ''
    ? withValues(/*i18n*/ 'Closed {from} to {until}', values)
    : withValues(/*i18n*/ 'Closed {from} to {until}: {reason}', values)
}
