// Weekly payouts, by Lagos days.
import { addDays, lagosDateOf, startOfLagosDay } from '../calendar.ts'

/** The newest pay day that has begun: today, or the last such weekday before it. 1 is Monday, 7 is Sunday. */
export function lastPayDay(now: Date, weekday: number): string {
  const today = lagosDateOf(now)
  const isoDay = new Date(`${today}T00:00:00Z`).getUTCDay() || 7
  return addDays(today, -((isoDay - weekday + 7) % 7))
}

/** A pay day that a machine slept through is made up for; one before the vendor chose weekly payouts is none of theirs. */
export function isOwedFor(payDay: string, weeklySince: Date): boolean {
  return weeklySince < startOfLagosDay(addDays(payDay, 1))
}
