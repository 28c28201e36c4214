// States of orders and checkouts (docs/states-amounts-clocks.md, "Order" and "Checkout"). Orders from a buy and from
// the cart have the same states; those from the cart skip `confirmed`, the price step.
import { parseMoves } from '#domain/moves.ts'

export const ORDER_STATES = [
  'pending',
  'paid',
  'confirmed',
  'ready',
  'collected',
  'delivered',
  'completed',
  'expired',
  'cancelled',
  'refunding',
  'refunded',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** States of orders that count in `current_quantity` and `current_participants`. */
export const LIVE_ORDER_STATES = [
  'pending',
  'paid',
  'confirmed',
  'ready',
  'collected',
  'delivered',
  'completed',
] as const satisfies readonly OrderState[]

/** True if the order counts in its buy. */
export const isLiveOrder = (status: string): boolean => (LIVE_ORDER_STATES as readonly string[]).includes(status)

export const orderMoves = parseMoves<OrderState>([
  ['new', 'pending', 'buyer'],
  // If PEPS cover the total, the buyer's command pays the order.
  ['pending', 'paid', 'gateway buyer'],
  ['pending', 'expired', 'clock'],
  // The buyer leaves, the buy is cancelled, somebody to whom the buyer gave the share has paid, or the price rose and the
  // buyer did not answer (clock).
  ['pending', 'cancelled', 'buyer vendor manager coordinator chief gateway clock'],
  // Settlement writes the final price.
  ['paid', 'confirmed', 'clock'],
  // From the cart; a buy's order is settled first (constraint settled_before_ready).
  ['paid', 'ready', 'vendor'],
  // The buyer leaves in time; the buy failed or is cancelled; the payer's bank takes the payment back (gateway).
  ['paid', 'refunding', 'buyer clock vendor manager coordinator chief gateway hub'],
  ['confirmed', 'ready', 'vendor hub'],
  // Late leave, changed terms, the buy is cancelled.
  ['confirmed', 'refunding', 'buyer vendor manager coordinator chief clock gateway hub'],
  // By the clock if the last uncollected goods were refunded.
  ['ready', 'collected delivered', 'hub clock'],
  // Short delivery in full, or a claim upheld.
  ['ready', 'refunding', 'vendor hub clock coordinator chief gateway'],
  // At the end of the claim time, without an open claim.
  ['collected', 'completed', 'clock'],
  ['delivered', 'completed', 'clock'],
  // A claim upheld in full.
  ['collected', 'refunding', 'clock vendor coordinator chief'],
  ['delivered', 'refunding', 'clock vendor coordinator chief'],
  ['refunding', 'refunded', 'gateway clock'],
])

type CheckoutState = 'open' | 'paid' | 'expired' | 'cancelled'

/** An open checkout holds its stock for the duration of the setting `bulk_hold_minutes`. */
export const checkoutMoves = parseMoves<CheckoutState>([
  ['new', 'open', 'buyer'],
  ['open', 'paid', 'gateway buyer'],
  ['open', 'expired', 'clock'],
  ['open', 'cancelled', 'buyer'],
])

export const orderStateLabels: Record<OrderState, string> = {
  pending: /*i18n*/ 'Waiting for payment',
  paid: /*i18n*/ 'Paid',
  confirmed: /*i18n*/ 'Confirmed',
  ready: /*i18n*/ 'Ready',
  collected: /*i18n*/ 'Collected',
  delivered: /*i18n*/ 'Delivered',
  completed: /*i18n*/ 'Completed',
  expired: /*i18n*/ 'Expired',
  cancelled: /*i18n*/ 'Cancelled',
  refunding: /*i18n*/ 'Refund on its way',
  refunded: /*i18n*/ 'Refunded',
}
