import type { I18n } from '@lingui/core'
import { counted } from '#web/languages/counted.ts'
import { count } from '#web/ui/format.ts'

/** "6 hours", "2 days 4 hours", "Under 1 hour" from hours. */
export function deliveryTimeText(hours: number | null | undefined, i18n: I18n): string {
  if (hours === null || hours === undefined) return i18n.t(NONE_COUNTED)
  const whole = Math.round(hours)
  if (whole < 1) return i18n.t('Under 1 hour')
  if (whole < 48) return hoursText(whole, i18n)
  const [days, rest] = [Math.floor(whole / 24), whole % 24]
  const daysText = i18n.t('{count} days', { count: count(days) })
  return rest > 0 ? i18n.t('{days} {hours}', { days: daysText, hours: hoursText(rest, i18n) }) : daysText
}

const hoursText = (hours: number, i18n: I18n): string =>
  counted(i18n, hours, { one: /*i18n*/ '{count} hour', many: /*i18n*/ '{count} hours' })

/** Shown for a figure while nothing has been handed over. */
export const NONE_COUNTED = /*i18n*/ 'No figure yet'
