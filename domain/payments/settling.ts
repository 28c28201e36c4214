// Settlement (semantics.md 2, design.md 9): everyone pays one final price, or less where less was promised; what was charged above it comes back.

import { type Prices, priceAt } from '../group-buys/price-tiers.ts'
import { leastKobo } from '../money.ts'
import { settledAmounts } from '../orders/amounts.ts'
import { type Journal, journal } from './movements.ts'
import { type PaidWith, type ReturnTo, returnLines, usualReturn } from './returning.ts'

interface SettledBuy extends Prices {
  /** People who stay: their orders are paid. */
  paidParticipants: number
  /** The highest of what was promised to them. */
  highestCeilingKobo: bigint
}

/** Kobo per unit: the price of the people who stay. Never above every promise, which matters where a vendor honours a short buy. */
export function finalPriceKobo({ paidParticipants, highestCeilingKobo, ...prices }: SettledBuy): bigint {
  return leastKobo(priceAt(prices, paidParticipants), highestCeilingKobo)
}

/** A paid order before its price is final. */
export interface OrderToSettle extends PaidWith {
  quantity: number
  ceilingUnitPriceKobo: bigint
  rates: { buyerBasisPoints: number; vendorBasisPoints: number; referralBasisPoints: number }
  hasReferrer: boolean
  /** The buyer's choice; null: by the amount. */
  returnTo: ReturnTo | null
}

export interface Settlement {
  orderId: string
  /** The final price, or this order's ceiling where that is lower. */
  unitPriceKobo: bigint
  goodsKobo: bigint
  feeKobo: bigint
  vendorFeeKobo: bigint
  referralKobo: bigint
  comesBackKobo: bigint
  /** Naira on their way to the source, by this refund; 0: none. */
  refundKobo: bigint
  refundId: string
  journal: Journal
}

/** `refundId`: of the refund that carries naira back, if there are any. */
export function settleOrder(
  order: OrderToSettle,
  { finalUnitPriceKobo, refundId }: { finalUnitPriceKobo: bigint; refundId: string },
): Settlement {
  const { quantity, ceilingUnitPriceKobo, rates, hasReferrer } = order
  const unitPriceKobo = leastKobo(finalUnitPriceKobo, ceilingUnitPriceKobo)
  const amounts = settledAmounts({
    finalUnitPriceKobo: unitPriceKobo,
    ceilingUnitPriceKobo,
    quantity,
    hasReferrer,
    rates,
  })
  const { comesBackKobo } = amounts
  const to = order.returnTo ?? usualReturn(comesBackKobo)
  const { lines } = returnLines(order, { amountKobo: comesBackKobo, to, refundId })
  const refundKobo = lines.filter(({ kind }) => kind === 'return_owed').reduce((all, line) => all + line.amountKobo, 0n)
  return {
    orderId: order.orderId,
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
