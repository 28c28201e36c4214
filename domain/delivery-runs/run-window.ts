import { HOUR_MS } from '#domain/time/calendar.ts'

const MAX_HOURS = 12

/** True if the window ends after it starts, lasts at most 12 hours and is not over. */
export function isRunWindow({ from, until, now }: { from: Date; until: Date; now: Date }): boolean {
  const lengthMs = until.getTime() - from.getTime()
  return lengthMs > 0 && lengthMs <= MAX_HOURS * HOUR_MS && until > now
}
