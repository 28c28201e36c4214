// A product that its vendor took out of sale until a time.
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { addDays, DAY_MS, lagosDate, startOfLagosDay } from '#domain/time/calendar.ts'
import { formatDay, formatMoment } from '#domain/time/date-text.ts'

const MAX_PAUSE_DAYS = 366

/** "Back on Fri 4 Dec", with the hour unless the day begins with it. */
export function pauseText(until: Date): TextTemplate {
  const date = lagosDate(until)
  const begins = startOfLagosDay(date).getTime() === until.getTime()
  return withValues(/*i18n*/ 'Back on {date}', { date: begins ? formatDay(date) : formatMoment(until) })
}

/** The beginning of tomorrow in Lagos. */
export const tomorrow = (now: Date): Date => startOfLagosDay(addDays(lagosDate(now), 1))

/** Why a pause cannot last until then; null if it can. */
export function pauseFault(until: Date, now: Date): string | null {
  if (until <= now) return 'Choose a time that is still to come.'
  return until.getTime() > now.getTime() + MAX_PAUSE_DAYS * DAY_MS
    ? 'A pause lasts at most a year. Archive the product instead.'
    : null
}
