import type { I18n } from '@lingui/core'
import { formatNaira, groupThousands, nairaToKobo } from '#domain/money.ts'
import { DAY_MS, daysLeft, HOUR_MS, lagosDate, MINUTE_MS } from '#domain/time/calendar.ts'
import {
  formatAwaitedDay,
  formatDatedDay,
  formatDatedMoment,
  formatDay,
  formatLongDate,
  formatMoment,
  formatTime,
} from '#domain/time/date-text.ts'
import { counted } from '#web/languages/counted.ts'

/** "₦68,000", "₦77,900.50" from naira, the number or text of a `numeric(14,2)` column. */
export const naira = (amount: number | string): string => formatNaira(nairaToKobo(amount))

/** "₦680" from 68000 kobo. */
export const kobo = (amountKobo: number | bigint): string => formatNaira(amountKobo)

/** "1,250 PEPS"; 1 PEP = 1 naira. */
export const peps = (amount: number | string): string => `${naira(amount).replace('₦', '')} PEPS`

/** "12,345" */
export const count = (whole: number): string => groupThousands(Math.round(whole))

/**
 * "1 bag", "3 bags", in English: on screens of vendors and staff. Buyers' screens have `counted`. Pass irregular
 * plurals.
 */
export function plural(amount: number, noun: string, nouns = `${noun}s`): string {
  return `${count(amount)} ${amount === 1 ? noun : nouns}`
}

/** "Sat 14 Mar, 5 pm" in Lagos, from an ISO 8601 instant. */
export const moment = (instant: string | Date): string => formatMoment(new Date(instant))

/** "Sat 14 Mar" from a day ('2026-03-14') or an instant. */
export const day = (when: string | Date): string => formatDay(dayOf(when))

/** "Sat 14 Mar 2026, 5 pm": for lists and histories that span years. */
export const datedMoment = (instant: string | Date): string => formatDatedMoment(new Date(instant))

/** "Sat 14 Mar 2026" */
export const datedDay = (when: string | Date): string => formatDatedDay(dayOf(when))

/** "Tuesday, 1 December" */
export const awaitedDay = (when: string | Date): string => formatAwaitedDay(dayOf(when))

/** "14 March 2026" */
export const longDay = (when: string | Date): string => formatLongDate(dayOf(when))

/** "5 pm" */
export const clockTime = (instant: string | Date): string => formatTime(new Date(instant))

/** "3 days left", "5 hours left", "12 minutes left", "Ended". Days are the specification's ceiling. */
export function timeLeft(i18n: I18n, end: string | Date, now: string | Date): string {
  const leftMs = new Date(end).getTime() - new Date(now).getTime()
  if (leftMs <= 0) return i18n.t('Ended')
  if (leftMs > DAY_MS)
    return counted(i18n, daysUntil(end, now), { one: /*i18n*/ '{count} day left', many: /*i18n*/ '{count} days left' })
  if (leftMs >= HOUR_MS) {
    const hours = Math.ceil(leftMs / HOUR_MS)
    return counted(i18n, hours, { one: /*i18n*/ '{count} hour left', many: /*i18n*/ '{count} hours left' })
  }
  const minutes = Math.ceil(leftMs / MINUTE_MS)
  return counted(i18n, minutes, { one: /*i18n*/ '{count} minute left', many: /*i18n*/ '{count} minutes left' })
}

/** The specification's days left: the ceiling of days. */
export const daysUntil = (end: string | Date, now: string | Date): number => daysLeft(new Date(end), new Date(now))

function dayOf(when: string | Date): string {
  return typeof when === 'string' && when.length === 10 ? when : lagosDate(new Date(when))
}
