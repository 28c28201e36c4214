// Days and hours as people in Nigeria count them: one hour before UTC, all year.
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The day in Lagos, so many days after the one of `now`: 'YYYY-MM-DD'. */
export function lagosDay(now: Date, days = 0): string {
  return new Date(now.getTime() + HOUR + days * DAY).toISOString().slice(0, 10)
}

/** The moment of a clock time ('08:30') on a day in Lagos. */
export function lagosTime(day: string, clock: string): Date {
  return new Date(`${day}T${clock}${clock.length === 5 ? ':00' : ''}+01:00`)
}

/** As `public.payment_due_at`: the end of the day two days before the sharing day. */
export function paymentDueAt(shareDay: string): Date {
  return new Date(lagosTime(shareDay, '23:59:59').getTime() - 2 * DAY)
}

export function after(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + Math.round(hours * HOUR))
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
