// Rules for publishing a group buy (design.md 3 and 7; docs/states-amounts-clocks.md, Clocks). `public.publish_faults`
// enforces the same rules in the database.

import { day, moment } from '#domain/forms/times.ts'
import {
  type Checked,
  checkTogether,
  type Errors,
  flag,
  oneOf,
  optional,
  type Reader,
  text,
  wholeNumber,
} from '#domain/forms/validation.ts'
import { nairaToKobo } from '#domain/money.ts'
import { type ClosedDays, closedOn } from '#domain/places/closed-days.ts'
import { lagosDate, paymentDueAt } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { formatLongDate } from '#domain/time/date-text.ts'
import { parsePriceTiers } from './price/price-tiers.ts'
import { priceTiersText } from './price/tier-rules.ts'

const PAYMENT_MODES = ['reserve', 'pay_to_join'] as const
const MAX_UNITS = 1_000_000
const MAX_PACK_SIZE = 10_000

/** Input for a row of `group_buys`, in wire format. */
export interface GroupBuyDraft {
  product_id: string
  /** ISO text in UTC. */
  end_date: string
  target_quantity: number
  min_participants: number
  max_participants: number | null
  /** JSON text. */
  price_tiers: string
  payment_mode: (typeof PAYMENT_MODES)[number]
  allow_extension: boolean
  /** Units in a pack, and its name; null if the goods do not come in packs. */
  pack_size: number | null
  pack_unit: string | null
}

/** Columns of the product that are copied to the buy. */
interface PublishedProduct {
  base_price: string | number
  min_quantity: number
  available_quantity: number
  /** 'YYYY-MM-DD' */
  share_date: string | null
}

/** When the vendor's shop does not work, as columns of `vendors`. */
interface PublishingShop {
  paused_until: string | null
  closed_days: readonly ClosedDays[]
}

interface BuyCheck {
  product: PublishedProduct
  now: Date
  publish: boolean
  /** For a buy that is to be published; one that runs goes on. */
  shop?: PublishingShop
}

/** Validates the input against the product; for publishing also the window at `now`, and the shop's days. */
export function checkGroupBuy(input: Readonly<Record<string, unknown>>, options: BuyCheck): Checked<GroupBuyDraft> {
  const people = wholeNumber({ label: 'Maximum participants', min: 1, max: MAX_UNITS })
  const max = optional(people)(input.max_participants)
  const bounds = {
    basePriceKobo: nairaToKobo(options.product.base_price),
    maxParticipants: 'value' in max ? max.value : null,
  }
  return checkTogether<GroupBuyDraft>(input, {
    readers: {
      product_id: text({ label: 'Product', max: 60 }),
      end_date: moment({ label: 'End date' }),
      target_quantity: wholeNumber({ label: 'Target quantity', min: 1, max: MAX_UNITS }),
      min_participants: wholeNumber({ label: 'Minimum participants', min: 1, max: MAX_UNITS }),
      max_participants: optional(people),
      price_tiers: priceTiersText(bounds),
      payment_mode: (raw) => (raw ? oneOf({ label: 'way to pay', among: PAYMENT_MODES })(raw) : { value: 'reserve' }),
      allow_extension: flag(),
      pack_size: optional(wholeNumber({ label: 'Units in a pack', min: 2, max: MAX_PACK_SIZE })),
      pack_unit: optional(text({ label: 'Pack', max: 40 })),
    },
    faults: (draft) => ({
      ...peopleFaults(draft),
      ...packFaults(draft),
      ...(options.publish
        ? {
            ...windowFaults(draft, options),
            ...calendarFaults(options),
            ...roomFaults(draft, options.product),
            ...stockFaults(draft, options.product),
          }
        : {}),
    }),
  })
}

/** A sharing day typed with a new buy; null keeps the product's. */
export function checkSharingDay(raw: unknown, now: Date): ReturnType<Reader<string | null>> {
  const read = optional(day({ label: 'Sharing day' }))(raw)
  if ('value' in read && read.value !== null && read.value < lagosDate(now))
    return { error: 'Sharing day must not be in the past.' }
  return read
}

/** Fields that could be read: faults of all of them are reported at once. */
type ReadDraft = Partial<GroupBuyDraft>

function peopleFaults({ max_participants: most, min_participants: least }: ReadDraft): Errors {
  return most != null && least !== undefined && most < least
    ? { max_participants: 'Maximum participants must not be below the minimum.' }
    : {}
}

/** `target_is_whole_packs` is the same rule in the database. */
function packFaults({ pack_size: size = null, pack_unit: pack = null, target_quantity: target }: ReadDraft): Errors {
  if (size === null && pack === null) return {}
  if (size === null) return { pack_size: 'Say how many units are in a pack, or leave both fields of the pack empty.' }
  if (pack === null) return { pack_unit: 'Say what a pack is, such as a bag, or leave both fields of the pack empty.' }
  if (target === undefined || target % size === 0) return {}
  const less = target - (target % size)
  return { target_quantity: `The target must be whole packs: ${less > 0 ? `${less} or ` : ''}${less + size}.` }
}

function windowFaults(draft: ReadDraft, { product, now }: { product: PublishedProduct; now: Date }): Errors {
  if (product.share_date === null) {
    return { product_id: 'Set the share date of the product before publishing a group buy' }
  }
  if (draft.end_date === undefined) return {}
  const end = Date.parse(draft.end_date)
  if (end < now.getTime() + clocks.shortestWindowMs)
    return { end_date: 'A group buy must stay open for at least 24 hours' }
  if (end > now.getTime() + clocks.longestWindowMs) return { end_date: 'A group buy must end within 90 days' }
  if (end > paymentDueAt(product.share_date).getTime()) {
    return { end_date: 'A group buy must end before payment is due, 2 days before the share date' }
  }
  return {}
}

/** Same rule as `public.calendar_fault`. */
function calendarFaults({ shop, product: { share_date: date }, now }: BuyCheck): Errors {
  if (!shop) return {}
  if (shop.paused_until !== null && new Date(shop.paused_until) > now) {
    const until = formatLongDate(lagosDate(new Date(shop.paused_until)))
    return {
      product_id: `Your shop takes no new orders until ${until}. Take orders again before you publish a group buy`,
    }
  }
  if (date === null || closedOn(shop.closed_days, date) === null) return {}
  return {
    product_id: `Your shop is closed on the sharing day, ${formatLongDate(date)}. Choose another day, or open the shop on it`,
  }
}

/** The target must hold the minimum quantity for every participant that the minimum and the last tier require. */
function roomFaults(draft: ReadDraft, product: PublishedProduct): Errors {
  if (draft.target_quantity === undefined) return {}
  const people = Math.floor(draft.target_quantity / product.min_quantity)
  const last = parsePriceTiers(draft.price_tiers ?? null).at(-1)?.participants ?? 0
  if (people === 0) return { target_quantity: roomTexts.onePerson }
  if (people < (draft.min_participants ?? 0)) return { target_quantity: roomTexts.minimum }
  return people < last ? { target_quantity: roomTexts.lastTier } : {}
}

const roomTexts = {
  onePerson: 'The target is smaller than the least one person may take',
  minimum: 'The target is too small for the minimum of participants, at the least one person may take',
  lastTier: 'The target is too small for the last tier, at the least one person may take',
} as const

function stockFaults(draft: ReadDraft, product: PublishedProduct): Errors {
  return (draft.target_quantity ?? 0) > product.available_quantity
    ? { target_quantity: 'The target is larger than what is in stock' }
    : {}
}
