import { addDays, DAY_MS, HOUR_MS, lagosDate, startOfLagosDay } from '#domain/time/calendar.ts'

export const DAY = DAY_MS

/** The date in Lagos `days` after that of `now`: 'YYYY-MM-DD'. */
export function lagosDay(now: Date, days = 0): string {
  return addDays(lagosDate(now), days)
}

/** The time of a clock time ('08:30') on a date in Lagos. */
export function lagosTime(day: string, clock: string): Date {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return after(startOfLagosDay(day), hours + minutes / 60)
}

export function after(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + Math.round(hours * HOUR_MS))
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
