// The limits of what a shop gives back to a buyer of its own accord. `public.guard_shop_refund` has the rules that protect others'
// money in SQL.

import { payoutRefusals } from '#domain/payouts/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { DAY_MS } from '#domain/time/calendar.ts'
import { paymentRefusals } from '../refusals.ts'
import type { PartialRefund } from './partial-refund.ts'

const refuse = refuseFrom(paymentRefusals)
const refusePayout = refuseFrom(payoutRefusals)

/** Days after its completion in which a shop gives back part of an order. */
const SHOP_REFUND_DAYS = 30

export interface ShopRefundFacts {
  /** The price is final. */
  isFinal: boolean
  hasUndecidedClaim: boolean
  /** The buyer's bank asks for the payment back. */
  isDisputed: boolean
  arePayoutsHeld: boolean
  completedAt: Date | null
  /** Goods without refunds, and the part of them that short deliveries will give back. */
  leftKobo: bigint
  reservedKobo: bigint
  now: Date
}

/** Why the shop may not give this back; null if it may, as far as the order is concerned. */
export function refuseShopRefund(order: ShopRefundFacts, goodsKobo: bigint): Refusal | null {
  if (!order.isFinal) return refuse('price_not_final')
  if (order.isDisputed) return refuse('payment_disputed')
  if (order.hasUndecidedClaim) return refuse('claim_decides')
  if (order.arePayoutsHeld) return refusePayout('payouts_held')
  if (order.completedAt && order.now.getTime() - order.completedAt.getTime() > SHOP_REFUND_DAYS * DAY_MS) {
    return refuse('shop_refund_too_late')
  }
  return goodsKobo > order.leftKobo - order.reservedKobo ? refuse('more_than_is_left') : null
}

/** Only money that was not paid out yet: the shop's balance without what is in dispute. */
export function refusePaidOut(
  { vendorKobo, lossKobo }: Pick<PartialRefund, 'vendorKobo' | 'lossKobo'>,
  availableKobo: bigint,
): Refusal | null {
  return lossKobo > 0n || (vendorKobo > 0n && vendorKobo > availableKobo) ? refuse('paid_out_already') : null
}
