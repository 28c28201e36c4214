// Apart from calendar.ts, because shoppers type no times and pay for each kilobyte.
import { endOfLagosDay, isCalendarDate } from './calendar.ts'

const LOCAL_TEXT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?$/

/**
 * Parses an instant from a form field or the wire: a time without a zone is Lagos time ("2026-03-14T17:00"), a day
 * without a time is its last second. Null if invalid.
 */
export function parseLagosTime(text: string): Date | null {
  const trimmed = text.trim()
  if (isCalendarDate(trimmed)) return endOfLagosDay(trimmed)
  if (!isCalendarDate(trimmed.slice(0, 10))) return null
  const local = LOCAL_TEXT.exec(trimmed)
  const instant = new Date(local ? `${local[1]}T${local[2]}:${local[3]}:${local[4] ?? '00'}+01:00` : trimmed)
  return Number.isNaN(instant.getTime()) ? null : instant
}
