// Settlement (semantics.md 2, design.md 9): all participants pay one final price, or their promised price if lower; the
// excess is refunded.

import { type Prices, priceAt } from '#domain/group-buys/price/price-tiers.ts'
import { minKobo } from '#domain/money.ts'
import { settledAmounts } from '#domain/orders/amounts.ts'
import { type Journal, journal, kindKobo } from '../movements.ts'
import { defaultReturnTo, type PaidWith, type ReturnTo, returnLines } from '../refunds/returning.ts'

interface SettledBuy extends Prices {
  /** Participants with paid orders. */
  paidParticipants: number
  /** The highest ceiling promised to them. */
  highestCeilingKobo: bigint
}

/**
 * Price per unit for the participants who stay, in kobo; at most the highest ceiling, which matters if a vendor honours
 * a short buy.
 */
export function finalPriceKobo({ paidParticipants, highestCeilingKobo, ...prices }: SettledBuy): bigint {
  return minKobo(priceAt(prices, paidParticipants), highestCeilingKobo)
}

/** A paid order before its price is final. */
export interface OrderToSettle extends PaidWith {
  /** Units that were charged. */
  quantity: number
  /** Units that the buyer gets of packs; null for goods without packs: all of them. */
  allottedQuantity?: number | null
  ceilingUnitPriceKobo: bigint
  rates: { buyerBasisPoints: number; vendorBasisPoints: number; referralBasisPoints: number }
  hasReferrer: boolean
  /** The buyer's choice; null if the amount decides. */
  returnTo: ReturnTo | null
}

export interface Settlement {
  orderId: string
  quantity: number
  /** The final price, or this order's ceiling where that is lower. */
  unitPriceKobo: bigint
  goodsKobo: bigint
  feeKobo: bigint
  vendorFeeKobo: bigint
  referralKobo: bigint
  comesBackKobo: bigint
  /** Naira to be refunded to the source by this refund; 0 if none. */
  refundKobo: bigint
  refundId: string
  journal: Journal
}

/** `refundId`: the refund for the naira part, if any. */
export function settleOrder(
  order: OrderToSettle,
  { finalUnitPriceKobo, refundId }: { finalUnitPriceKobo: bigint; refundId: string },
): Settlement {
  const { quantity, ceilingUnitPriceKobo, rates, hasReferrer } = order
  const finalQuantity = order.allottedQuantity ?? quantity
  const unitPriceKobo = minKobo(finalUnitPriceKobo, ceilingUnitPriceKobo)
  const amounts = settledAmounts({
    finalUnitPriceKobo: unitPriceKobo,
    ceilingUnitPriceKobo,
    quantity,
    finalQuantity,
    hasReferrer,
    rates,
  })
  const { comesBackKobo } = amounts
  const to = order.returnTo ?? defaultReturnTo(comesBackKobo)
  const { lines } = returnLines(order, { amountKobo: comesBackKobo, to, refundId })
  const refundKobo = kindKobo(lines, 'return_owed')
  return {
    orderId: order.orderId,
    quantity: finalQuantity,
    unitPriceKobo,
    goodsKobo: amounts.goodsKobo,
    feeKobo: amounts.feeKobo,
    comesBackKobo,
    refundKobo,
    refundId,
    vendorFeeKobo: amounts.vendorFeeKobo,
    referralKobo: amounts.referralKobo,
    journal: journal(`settled:${order.orderId}`, lines),
  }
}
