import type { I18n } from '@lingui/core'
import type { ReactNode } from 'react'
import { type ClosedDays, closedText, closuresToCome } from '#domain/places/closed-days.ts'
import { hoursText, type OpenDay } from '#domain/places/opening-hours.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { shopPause, shopPauseText } from '#domain/vendors/shop-pause.ts'
import { translate } from '#web/languages/translate.ts'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Columns of `vendors`. */
interface CalendarShop {
  business_name: string
  /** Read for the shop's own page only, as is the note. */
  opening_hours?: unknown
  closed_days: unknown
  paused_until: string | null
  pause_note: string
  holiday_note?: string
}

interface CalendarOptions {
  now: Date
  i18n: I18n
  /** A group buy goes on during a pause. */
  isBuy?: boolean
}

/** A product's or buy's page names closed days of the next weeks, the shop's own page more of them. */
const DAYS_AHEAD = 30
const MAX_CLOSURES = 3

/** The shop without the columns that only its calendar needs, which are not sent to browsers, and the calendar. */
export function splitCalendar<Shop extends CalendarShop>(shop: Shop, options: CalendarOptions) {
  const { opening_hours, closed_days, paused_until, pause_note, holiday_note, ...rest } = shop
  return { shop: rest, calendar: calendarHtml(shop, options) }
}

/** When a shop works, as HTML without scripts; empty if its vendor has set nothing that matters now. */
function calendarHtml(shop: CalendarShop, options: CalendarOptions): string {
  const lines = calendarLines(shop, options)
  if (lines.length === 0) return ''
  return staticMarkup(<div className="grid gap-2">{lines}</div>, {
    i18n: options.i18n,
    shell: { area: null, savesData: false },
  })
}

function calendarLines(shop: CalendarShop, { now, i18n, isBuy = false }: CalendarOptions): ReactNode[] {
  const pause = shopPause(shop, now)
  const isShopPage = shop.holiday_note !== undefined
  const soon = addDays(lagosDate(now), DAYS_AHEAD)
  const closures = closuresToCome(shop.closed_days as ClosedDays[], now)
    .filter(({ from }) => isShopPage || from <= soon)
    .slice(0, MAX_CLOSURES)
  const hours = (shop.opening_hours ?? []) as OpenDay[]
  return [
    pause && (
      <Notice key="pause" tone="warning">
        {translate(i18n, shopPauseText(pause))}
        {isBuy && <span className="block">{i18n.t('This group buy goes on.')}</span>}
      </Notice>
    ),
    isShopPage && hours.length > 0 && (
      <p key="hours" className="text-14">
        {i18n.t('Open {hours}', { hours: hoursText(hours) })}
      </p>
    ),
    closures.length > 0 && (
      <ul key="closed" className="text-14 font-semibold">
        {closures.map((closed) => (
          <li key={closed.from}>{translate(i18n, closedText(closed))}</li>
        ))}
      </ul>
    ),
    shop.holiday_note && (
      <p key="note" className="max-w-measure text-14 break-words whitespace-pre-line">
        {shop.holiday_note}
      </p>
    ),
  ].filter(Boolean)
}
