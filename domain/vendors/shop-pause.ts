// A shop that takes no new orders until a day. Its promises stay, and its running group buys go on.
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { formatDay } from '#domain/time/date-text.ts'

export interface ShopPause {
  shop: string
  /** When it takes orders again. */
  until: Date
  /** The vendor's own words; empty for none. */
  note: string
}

const MAX_PAUSE_DAYS = 366

/** "Mama Sade takes no new orders until Sun 3 Jan: we travel for Christmas" */
export function shopPauseText({ shop, until, note }: ShopPause): TextTemplate {
  const day = formatDay(lagosDate(until))
  return note === ''
    ? withValues(/*i18n*/ '{shop} takes no new orders until {day}', { shop, day })
    : withValues(/*i18n*/ '{shop} takes no new orders until {day}: {note}', { shop, day, note })
}

interface PausingShop {
  business_name: string
  paused_until: string | null
  pause_note: string
}

/** The pause of a row of `vendors`; null if it takes orders. */
export function shopPause(shop: PausingShop, now: Date): ShopPause | null {
  const until = shop.paused_until === null ? null : new Date(shop.paused_until)
  return until && until > now ? { shop: shop.business_name, until, note: shop.pause_note } : null
}

/** The later one of a product's pause and its shop's. */
export const laterPause = (own: string | null, shop: string | null): string | null =>
  own !== null && shop !== null && new Date(own) > new Date(shop) ? own : (shop ?? own)

/** Why a shop cannot take orders again on this day ('YYYY-MM-DD'); null if it can. */
export function shopPauseFault(day: string, now: Date): string | null {
  if (day <= lagosDate(now)) return 'Choose a day that is still to come.'
  return day > addDays(lagosDate(now), MAX_PAUSE_DAYS) ? 'A pause lasts at most a year.' : null
}
