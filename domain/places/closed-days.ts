// Days on which a shop is closed (`public.vendors.closed_days`, `public.closing_reason`).
import { checkFields, day, optional, type Reader, text } from '#domain/forms/validation.ts'
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { formatDay } from '#domain/time/date-text.ts'

export interface ClosedDays {
  /** 'YYYY-MM-DD' in Lagos. */
  from: string
  /** The last day, which may be the first. */
  until: string
  reason: string
}

export const MAX_CLOSED_DAYS = 30
const MAX_LENGTH_DAYS = 92

/** Reads closed days, sorted by their first day; rejects overlapping ones. Without a last day it is a single one. */
export const closedDays: Reader<ClosedDays[]> = (raw) => {
  if (!Array.isArray(raw)) return { error: 'Closed days must be a list.' }
  if (raw.length > MAX_CLOSED_DAYS) return { error: `At most ${MAX_CLOSED_DAYS} closed days or holidays.` }
  const closures: ClosedDays[] = []
  for (const one of raw as Record<string, unknown>[]) {
    const read = checkFields(one ?? {}, {
      from: day({ label: 'The first closed day' }),
      until: optional(day({ label: 'The last closed day' })),
      reason: text({ label: 'The reason', min: 0, max: 80 }),
    })
    if (!read.ok) return { error: Object.values(read.errors)[0] ?? '' }
    const { from, reason } = read.value
    const until = read.value.until ?? from
    const name = formatDay(from)
    if (until < from) return { error: `${name}: the last closed day comes before the first.` }
    if (until >= addDays(from, MAX_LENGTH_DAYS))
      return { error: `${name}: at most ${MAX_LENGTH_DAYS} days at once. Pause the shop instead.` }
    closures.push({ from, until, reason })
  }
  closures.sort((a, b) => a.from.localeCompare(b.from))
  const clash = closures.find(({ from }, at) => from <= (closures[at - 1]?.until ?? ''))
  return clash ? { error: `${formatDay(clash.from)} is in the list twice.` } : { value: closures }
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
