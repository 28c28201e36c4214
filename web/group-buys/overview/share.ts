import type { I18n } from '@lingui/core'
import { brand } from '#domain/brand/brand.ts'
import { buyCardVersion } from '#domain/group-buys/card-version.ts'
import { poolSentence } from '#domain/group-buys/pool-sentence.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { buyPriceNaira, shownPrice } from '#domain/group-buys/price/shown-price.ts'
import { translate } from '#web/languages/translate.ts'
import { day, kobo, naira } from '#web/ui/format.ts'
import { endedPoolSentence } from '../buy-state-texts.ts'
import { isOpen } from '../is-open.ts'

export interface SharedBuy {
  id: string
  product_name: string
  unit: string
  base_price: number
  locked_participants?: number | null
  price_tiers: string
  current_participants: number
  paid_participants: number
  min_participants: number
  status: string
  terms_version: number
  end_date: string
  vendor_location: string
  final_price?: number | null
}

/**
 * Path of the preview picture. It contains price, participants and status, because chat apps cache the first picture of
 * an address.
 */
export function shareCardPath(buy: SharedBuy): string {
  return `/og/group-buys/${buy.id}/${buyCardVersion(buy)}.jpg`
}

/** A sentence for sharing. `now` is omitted if the buy is known to be open. */
export function shareSentence(buy: SharedBuy, { i18n, now }: { i18n: I18n; now?: string }): string {
  const city = buy.vendor_location
  if (now !== undefined && !isOpen(buy, now))
    return i18n.t('{ended}. Closed {day}, {city}.', {
      ended: endedPoolSentence(buy, i18n),
      day: day(buy.end_date),
      city,
    })
  const pool = poolSentence({
    ...readPrices(buy),
    currentParticipants: buy.current_participants,
    minParticipants: buy.min_participants,
  })
  return i18n.t('{price} a {unit} now, {alone} alone. {pool}. Closes {day}, {city}.', {
    price: kobo(shownPrice(buy).priceKobo),
    unit: buy.unit,
    alone: naira(buy.base_price),
    pool: translate(i18n, pool),
    day: day(buy.end_date),
    city,
  })
}

/** Title, description and picture of a buy for chat apps and search engines. */
export function buyMeta(buy: SharedBuy, { i18n, origin, now }: { i18n: I18n; origin: string; now: string }) {
  const description = shareSentence(buy, { i18n, now })
  return [
    { title: `${buy.product_name} · ${brand.name}` },
    { name: 'description', content: description },
    { property: 'og:type', content: 'product' },
    { property: 'og:title', content: buy.product_name },
    { property: 'og:description', content: description },
    { property: 'og:image', content: origin + shareCardPath(buy) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${buy.product_name}: ${description}` },
    { property: 'product:price:amount', content: String(buyPriceNaira(buy)) },
    { property: 'product:price:currency', content: 'NGN' },
  ]
}
