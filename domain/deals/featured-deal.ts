// Featured deals, managed by content staff. `options` is JSON text of choices; a deal may open a product or a group
// buy.

import { picture } from '#domain/forms/addresses.ts'
import { moment } from '#domain/forms/times.ts'
import { type Checked, checkAlso, checkFields, naira, optional, type Reader, text } from '#domain/forms/validation.ts'
import { MAX_PRICE_KOBO } from '#domain/products/product-draft.ts'
import { readTypedOptions } from './typed-options.ts'

const MAX_OPTIONS = 20

/** A row of `featured_deals` in wire format. */
export interface FeaturedDeal {
  name: string
  /** Naira, "68000.00". */
  base_price: string
  unit: string
  /** JSON text: ["Half bag", "Full bag"]. */
  options: string
  image_url: string | null
  product_id: string | null
  group_buy_id: string | null
  /** ISO text in UTC; without one the deal is listed at once. */
  starts_at: string | null
  /** Without one it is listed until it is deleted. */
  ends_at: string | null
}

export function checkFeaturedDeal(input: Readonly<Record<string, unknown>>): Checked<FeaturedDeal> {
  const checked = checkFields<FeaturedDeal>(input, {
    name: text({ label: 'Name', min: 2, max: 120 }),
    base_price: naira({ label: 'Price', maxKobo: MAX_PRICE_KOBO }),
    unit: text({ label: 'Unit', max: 40 }),
    options: dealOptionsText,
    image_url: optional(picture({ label: 'Picture' })),
    product_id: optional(text({ label: 'Product', max: 60 })),
    group_buy_id: optional(text({ label: 'Group buy', max: 60 })),
    starts_at: optional(moment({ label: 'Start' })),
    ends_at: optional(moment({ label: 'End' })),
  })
  return checkAlso(checked, (deal) => ({
    ...(deal.product_id !== null && deal.group_buy_id !== null
      ? { group_buy_id: 'A deal opens a product or a group buy, not both.' }
      : {}),
    ...(deal.starts_at !== null && deal.ends_at !== null && deal.ends_at <= deal.starts_at
      ? { ends_at: 'End must be after the start.' }
      : {}),
  }))
}

/** Accepts JSON text or, from forms, one choice per line; returns JSON text. */
const dealOptionsText: Reader<string> = (raw) => {
  const named = readTypedOptions(typeof raw === 'string' ? raw : '')
  if (named.length > MAX_OPTIONS) return { error: `Options must be at most ${MAX_OPTIONS}.` }
  if (named.some((choice) => choice.length > 80)) return { error: 'Each option must have at most 80 characters.' }
  return { value: JSON.stringify(named) }
}
