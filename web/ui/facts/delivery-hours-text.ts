import type { I18n } from '@lingui/core'
import { firstWindow, windowText } from '#domain/places/delivery-window.ts'
import { hoursText, type OpenDay } from '#domain/places/opening-hours.ts'

/** When a zone is delivered to: the first window from a sharing day on, or its usual hours; empty while it has none. */
export function deliveryHoursText(i18n: I18n, hours: readonly OpenDay[], shareDate: string | null): string {
  const window = shareDate === null ? null : firstWindow(hours, shareDate)
  if (window) return i18n.t('Comes {window}', { window: windowText(window) })
  return hours.length === 0 ? '' : i18n.t('Delivered {hours}', { hours: hoursText(hours) })
}
