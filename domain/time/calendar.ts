// Lagos time: UTC+1 all year, no daylight saving. Instants are `Date`, calendar days are 'YYYY-MM-DD' texts.
// Functions here do not read the clock: `now` is an argument and comes from the database.
import { PAYMENT_DUE_DAYS_BEFORE_SHARING } from '#domain/limits.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const MINUTE_MS = 60_000
const LAGOS_OFFSET_MS = HOUR_MS

const DATE_TEXT = /^\d{4}-\d{2}-\d{2}$/

/** The calendar day in Lagos at an instant. */
export function lagosDate(instant: Date): string {
  return new Date(instant.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** True for a valid date; 2026-02-30 is not one. */
export function isCalendarDate(text: string): boolean {
  if (!DATE_TEXT.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

/** 00:00:00 in Lagos. */
export function startOfLagosDay(date: string): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) - LAGOS_OFFSET_MS)
}

/** 23:59:59 in Lagos, the last second of the day (docs/states-amounts-clocks.md). */
export function endOfLagosDay(date: string): Date {
  return new Date(startOfLagosDay(date).getTime() + DAY_MS - 1000)
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** End of the day, two days before the sharing day (docs/states-amounts-clocks.md). */
export function paymentDueAt(shareDate: string): Date {
  return endOfLagosDay(addDays(shareDate, -PAYMENT_DUE_DAYS_BEFORE_SHARING))
}

/** Days left, rounded up (specification 9: ceiling); 0 once past, never -0. */
export function daysLeft(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS)) + 0
}
