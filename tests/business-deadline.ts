import { addDays, endOfLagosDay, lagosDate } from '#domain/time/calendar.ts'

/** The n-th business day after a date; the date itself for n = 0. */
export function addBusinessDays(date: string, days: number, holidays: ReadonlySet<string>): string {
  let day = date
  for (let counted = 0; counted < days; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day, holidays)) counted += 1
  }
  return day
}

/** End of the n-th business day in Lagos, computed without public.business_deadline, which tests compare with it. */
export function businessDeadline(from: Date, days: number, holidays: ReadonlySet<string>): Date {
  return endOfLagosDay(addBusinessDays(lagosDate(from), days, holidays))
}

/**
 * Monday to Friday, except holidays ('YYYY-MM-DD', maintained by an operator because some are announced at short
 * notice).
 */
function isBusinessDay(date: string, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.has(date)
}
