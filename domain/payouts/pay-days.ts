// Weekly payouts, by calendar days in Lagos.
import { addDays, lagosDate, startOfLagosDay } from '#domain/time/calendar.ts'

/** The latest pay day: today, or the last such weekday before. 1 is Monday, 7 is Sunday. */
export function lastPayDay(now: Date, weekday: number): string {
  const today = lagosDate(now)
  const isoDay = new Date(`${today}T00:00:00Z`).getUTCDay() || 7
  return addDays(today, -((isoDay - weekday + 7) % 7))
}

/** True for pay days since the vendor chose weekly payouts, including those missed during a downtime. */
export function isPayDayDue(payDay: string, weeklySince: Date): boolean {
  return weeklySince < startOfLagosDay(addDays(payDay, 1))
}
