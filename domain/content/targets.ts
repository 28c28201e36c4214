// Problems of what a deal or an advert opens, in the words that the content desk shows.

import { lagosDate } from '#domain/time/calendar.ts'
import { formatDatedDay } from '#domain/time/date-text.ts'

/** A product as content staff may read it; without a shop if that is not open. */
interface TargetProduct {
  archived_at: string | null
  available_quantity: number
  min_quantity: number
  paused_until: string | null
  vendor: { paused_until: string | null } | null
}

interface TargetBuy {
  status: string
  end_date: string
  target_quantity: number
  current_quantity: number
  max_participants: number | null
  current_participants: number
}

/** Why a product cannot be bought now; null if it can. */
export function productProblem(product: TargetProduct | null, now: Date): string | null {
  if (!product || product.archived_at !== null) return 'Its product was withdrawn.'
  if (!product.vendor) return 'The shop of its product is not open.'
  const pause = laterPause([product.paused_until, product.vendor.paused_until], now)
  if (pause) return `Its product is paused until ${formatDatedDay(lagosDate(new Date(pause)))}.`
  return product.available_quantity < product.min_quantity ? 'Its product is sold out.' : null
}

/** Why a group buy takes no more people now; null if it does. */
export function buyProblem(buy: TargetBuy | null, now: Date): string | null {
  if (!buy) return 'Its group buy was withdrawn, or its shop is not open.'
  if (buy.status === 'cancelled' || buy.status === 'failed') return 'Its group buy was called off.'
  if (buy.status !== 'active' || Date.parse(buy.end_date) <= now.getTime()) return 'Its group buy is closed.'
  const isFull =
    buy.current_quantity >= buy.target_quantity ||
    (buy.max_participants !== null && buy.current_participants >= buy.max_participants)
  return isFull ? 'Its group buy is sold out.' : null
}

/** Why a shop takes no orders now; null if it does. A shop that is not open is not there. */
export function shopProblem(shop: { paused_until: string | null } | null, now: Date): string | null {
  if (!shop) return 'Its shop is not open.'
  const pause = laterPause([shop.paused_until], now)
  return pause ? `Its shop is paused until ${formatDatedDay(lagosDate(new Date(pause)))}.` : null
}

const LINK_KINDS = ['products', 'group-buys', 'shop', 'blog'] as const
type LinkKind = (typeof LINK_KINDS)[number]

/** The record that an advert's link opens; null for a list, another site or no link. */
export function readLinkTarget(link: string | null): { kind: LinkKind; key: string } | null {
  const [, kind, key] = /^\/([a-z-]+)\/([\w-]+)\/?(?:[?#].*)?$/.exec(link ?? '') ?? []
  const known = LINK_KINDS.find((one) => one === kind)
  return known && key ? { kind: known, key } : null
}

function laterPause(pauses: readonly (string | null)[], now: Date): string | null {
  const running = pauses.filter((pause): pause is string => pause !== null && Date.parse(pause) > now.getTime())
  return running.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null
}
