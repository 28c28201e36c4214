import { HOUR_MS } from '../calendar.ts'

const LONGEST_HOURS = 12

/** A window has an order, fits into a day's work and is not over. */
export function isRunWindow({ from, until, now }: { from: Date; until: Date; now: Date }): boolean {
  const lengthMs = until.getTime() - from.getTime()
  return lengthMs > 0 && lengthMs <= LONGEST_HOURS * HOUR_MS && until > now
}
