// Release of money when goods are handed over to the buyer (money.md 2, Movements and Rounding).
import { assert } from '#domain/assert.ts'
import { feeKobo } from '#domain/money.ts'
import type { LedgerLine } from './movements.ts'

/** An order at its final price, with its handed-over and refunded goods. */
export interface SettledOrder {
  orderId: string
  vendorId: string
  goodsKobo: bigint
  /** The buyer's fee on these goods. */
  feeKobo: bigint
  vendorFeeBasisPoints: number
  /** Part of the delivery fee that is still held, neither earned nor refunded. */
  deliveryFeeKobo: bigint
  deliveredBy: 'vendor' | 'market'
  /** Goods handed over and goods refunded so far; together at most `goodsKobo`. */
  handedOverKobo: bigint
  givenBackKobo: bigint
}

/**
 * Releases the money of goods handed over now. Fees are cumulative: the vendor's fee is that of all goods handed over
 * so far less the amount charged before, and the buyer's fee is released pro rata, so that the last step leaves no
 * residue. The delivery fee is earned with the first delivered goods; goods collected before the buyer changed to
 * delivery earn none.
 */
export function handOverLines(
  order: SettledOrder,
  goodsKobo: bigint,
  { isDelivered }: { isDelivered: boolean },
): LedgerLine[] {
  const { orderId, vendorId, handedOverKobo } = order
  assert(goodsKobo > 0n && goodsLeftKobo(order) >= goodsKobo, 'no more is handed over than was bought')
  const fee = (handed: bigint) => feeKobo(handed, order.vendorFeeBasisPoints)
  const vendorFee = fee(handedOverKobo + goodsKobo) - fee(handedOverKobo)
  const lines: LedgerLine[] = [
    { kind: 'vendor_earned', debitOwner: orderId, creditOwner: vendorId, amountKobo: goodsKobo - vendorFee },
    { kind: 'vendor_fee_earned', debitOwner: orderId, amountKobo: vendorFee },
    { kind: 'buyer_fee_earned', debitOwner: orderId, amountKobo: stepFeeKobo(order, goodsKobo) },
  ]
  if (isDelivered) lines.push(deliveryLine(order))
  return lines
}

/** Refund for goods that were not handed over: their price and their share of the fee. */
export function goodsRefundKobo(order: SettledOrder, goodsKobo: bigint): bigint {
  assert(goodsKobo > 0n && goodsLeftKobo(order) >= goodsKobo, 'no more is given back than was bought')
  return goodsKobo + stepFeeKobo(order, goodsKobo)
}

interface LostGoods {
  /** Goods of the order that are not refunded. */
  leftKobo: bigint
  goodsKobo: bigint
  vendorFeeBasisPoints: number
}

/** The amount that a vendor does not earn if goods that are still held are refunded: the goods less the vendor's own fee on them. */
export function lostShareKobo({ leftKobo, goodsKobo, vendorFeeBasisPoints }: LostGoods): bigint {
  const share = (kobo: bigint) => kobo - feeKobo(kobo, vendorFeeBasisPoints)
  return share(leftKobo) - share(leftKobo - goodsKobo)
}

function goodsLeftKobo(order: SettledOrder): bigint {
  return order.goodsKobo - order.handedOverKobo - order.givenBackKobo
}

/**
 * Share of the buyer's fee for one step. Cumulative, so that the steps add up to the order's fee (money.md 2,
 * Rounding).
 */
function stepFeeKobo(order: SettledOrder, stepKobo: bigint): bigint {
  const removed = order.handedOverKobo + order.givenBackKobo
  const share = (kobo: bigint) => (order.feeKobo * kobo) / order.goodsKobo
  return share(removed + stepKobo) - share(removed)
}

function deliveryLine({ orderId, vendorId, deliveredBy, deliveryFeeKobo }: SettledOrder): LedgerLine {
  return deliveredBy === 'vendor'
    ? { kind: 'vendor_delivery_earned', debitOwner: orderId, creditOwner: vendorId, amountKobo: deliveryFeeKobo }
    : { kind: 'delivery_earned', debitOwner: orderId, amountKobo: deliveryFeeKobo }
}
