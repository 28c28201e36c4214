import { HOUR_MS } from '#domain/time/calendar.ts'

/** The value of a datetime-local field in Lagos time ("2026-03-14T17:00") from an ISO 8601 instant; empty for none. */
export function lagosFieldValue(instant: string | null | undefined): string {
  if (!instant) return ''
  return new Date(Date.parse(instant) + HOUR_MS).toISOString().slice(0, 16)
}
