// Who has earned what once goods are in the buyer's hands (money.md 2, Movements and Rounding).
import { assert } from '../assert.ts'
import { feeKobo } from '../money.ts'
import type { Line } from './movements.ts'

/** An order at its final price, and how far its goods have gone. */
export interface SettledOrder {
  orderId: string
  vendorId: string
  goodsKobo: bigint
  /** The buyer's fee on these goods. */
  feeKobo: bigint
  vendorFeeBasisPoints: number
  /** Of the fee for delivery, what is still held: neither earned nor given back. */
  deliveryFeeKobo: bigint
  /** Whether the vendor delivers, or the market does. */
  deliveredBy: 'vendor' | 'market'
  /** Goods handed over and goods given back so far; together at most all of them. */
  handedOverKobo: bigint
  givenBackKobo: bigint
}

/**
 * Releases the money of goods handed over now. The vendor's fee is that of all goods handed over so far, less what was taken
 * before; the buyer's fee moves with the goods, so that the last step leaves nothing behind. Delivery is earned with the first goods
 * that are delivered: what was collected before its buyer changed to delivery earns none.
 */
export function handOverLines(
  order: SettledOrder,
  goodsKobo: bigint,
  { isDelivered }: { isDelivered: boolean },
): Line[] {
  const { orderId, vendorId, handedOverKobo } = order
  assert(goodsKobo > 0n && goodsLeftKobo(order) >= goodsKobo, 'no more is handed over than was bought')
  const fee = (handed: bigint) => feeKobo(handed, order.vendorFeeBasisPoints)
  const vendorFee = fee(handedOverKobo + goodsKobo) - fee(handedOverKobo)
  const lines: Line[] = [
    { kind: 'vendor_earned', debitOwner: orderId, creditOwner: vendorId, amountKobo: goodsKobo - vendorFee },
    { kind: 'vendor_fee_earned', debitOwner: orderId, amountKobo: vendorFee },
    { kind: 'buyer_fee_earned', debitOwner: orderId, amountKobo: feeOfStepKobo(order, goodsKobo) },
  ]
  if (isDelivered) lines.push(deliveryLine(order))
  return lines
}

/** What a buyer gets back for goods that never came: their price and their share of the fee. */
export function goodsBackKobo(order: SettledOrder, goodsKobo: bigint): bigint {
  assert(goodsKobo > 0n && goodsLeftKobo(order) >= goodsKobo, 'no more is given back than was bought')
  return goodsKobo + feeOfStepKobo(order, goodsKobo)
}

function goodsLeftKobo(order: SettledOrder): bigint {
  return order.goodsKobo - order.handedOverKobo - order.givenBackKobo
}

/** Cumulative, so that the steps of an order add up to its fee whatever their number (money.md 2, Rounding). */
function feeOfStepKobo(order: SettledOrder, stepKobo: bigint): bigint {
  const gone = order.handedOverKobo + order.givenBackKobo
  const share = (kobo: bigint) => (order.feeKobo * kobo) / order.goodsKobo
  return share(gone + stepKobo) - share(gone)
}

function deliveryLine({ orderId, vendorId, deliveredBy, deliveryFeeKobo }: SettledOrder): Line {
  return deliveredBy === 'vendor'
    ? { kind: 'vendor_delivery_earned', debitOwner: orderId, creditOwner: vendorId, amountKobo: deliveryFeeKobo }
    : { kind: 'delivery_earned', debitOwner: orderId, amountKobo: deliveryFeeKobo }
}
