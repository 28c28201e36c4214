// A vendor keeps an open group buy open longer. `public.guard_extension` enforces the same rules.

import { PAYMENT_DUE_DAYS_BEFORE_SHARING } from '#domain/limits.ts'
import { productRefusals } from '#domain/products/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { addDays, DAY_MS, lagosDate, paymentDueAt } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { isJoinable } from '../progress.ts'
import { buyRefusals } from '../refusals.ts'
import { sellingRefusals } from './refusals.ts'

/** Twice by up to 3 days: within the 7 days that are promised (docs/states-amounts-clocks.md). */
export const MAX_EXTENSIONS = 2
export const MAX_EXTENSION_DAYS = 3

const refuse = refuseFrom(buyRefusals, sellingRefusals, productRefusals)

interface BuyDates {
  endDate: Date
  /** 'YYYY-MM-DD' */
  shareDate: string
}

interface ExtendedDates extends BuyDates {
  paymentDueAt: Date
}

/** The dates after an extension. The sharing day moves only as far as payment being due after the end requires. */
export function extendedDates({ endDate, shareDate }: BuyDates, days: number): ExtendedDates {
  const end = new Date(endDate.getTime() + days * DAY_MS)
  const earliest = addDays(lagosDate(end), PAYMENT_DUE_DAYS_BEFORE_SHARING)
  const share = shareDate > earliest ? shareDate : earliest
  return { endDate: end, shareDate: share, paymentDueAt: paymentDueAt(share) }
}

export interface ExtensibleBuy extends BuyDates {
  status: string
  startsAt: Date
  /** The last extension by the shop or the clock. */
  extendedAt: Date | null
  /** Its window is over, and its last pack is being filled. */
  isToppedUp: boolean
  /** Extensions by the shop. */
  extensions: number
  /** Somebody was promised a price that relies on people who cannot leave any more. */
  hasLatePromise: boolean
}

/** Why the shop cannot extend a buy by this many days; null if it can. */
export function extensionFault(buy: ExtensibleBuy, { days, now }: { days: number; now: Date }): Refusal | null {
  if (!isJoinable(buy, now)) return refuse('buy_not_active')
  if (buy.isToppedUp) return refuse('extension_in_top_up')
  if (buy.extensions >= MAX_EXTENSIONS) return refuse('extensions_used_up')
  if (buy.extensions === 0 && buy.extendedAt !== null) return refuse('extended_automatically')
  if (buy.hasLatePromise) return refuse('extension_breaks_promise')
  const { endDate } = extendedDates(buy, days)
  return endDate.getTime() > buy.startsAt.getTime() + clocks.longestWindowMs ? refuse('extension_too_long') : null
}
