// The form's list of closed days; apart from their texts, which public pages show.
import { day } from '#domain/forms/times.ts'
import { checkFields, optional, type Reader, text } from '#domain/forms/validation.ts'
import { addDays } from '#domain/time/calendar.ts'
import { formatDay } from '#domain/time/date-text.ts'
import type { ClosedDays } from './closed-days.ts'

const MAX_CLOSED_DAYS = 30
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
