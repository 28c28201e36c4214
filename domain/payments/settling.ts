// Settlement (semantics.md 2): everyone pays one final price, and what was charged above it comes back.

import { type Prices, priceAt } from '../group-buys/price-tiers.ts'
import { leastKobo } from '../money.ts'
import { settledAmounts } from '../orders/amounts.ts'
import { type Journal, journal } from './movements.ts'
import { type PaidWith, type ReturnTo, returnLines, usualReturn } from './returning.ts'

interface SettledBuy extends Prices {
  /** People whose orders are paid. */
  paidParticipants: number
  /** People who left after the free time: their seats still count, so that nobody's price rises by it. */
  leftLate: number
  /** The lowest of what was promised to those who paid. */
  lowestCeilingKobo: bigint
}

/** Kobo per unit that everybody pays. Never above what any of them was promised, which matters where a vendor honours a short buy. */
export function finalPriceKobo({ paidParticipants, leftLate, lowestCeilingKobo, ...prices }: SettledBuy): bigint {
  return leastKobo(priceAt(prices, paidParticipants + leftLate), lowestCeilingKobo)
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
  const amounts = settledAmounts({ finalUnitPriceKobo, ceilingUnitPriceKobo, quantity, hasReferrer, rates })
  const { comesBackKobo } = amounts
  const to = order.returnTo ?? usualReturn(comesBackKobo)
  const { lines } = returnLines(order, { amountKobo: comesBackKobo, to, refundId })
  const refundKobo = lines.filter(({ kind }) => kind === 'return_owed').reduce((all, line) => all + line.amountKobo, 0n)
  return {
    ...{
      orderId: order.orderId,
      goodsKobo: amounts.goodsKobo,
      feeKobo: amounts.feeKobo,
      comesBackKobo,
      refundKobo,
      refundId,
    },
    ...{ vendorFeeKobo: amounts.vendorFeeKobo, referralKobo: amounts.referralKobo },
    journal: journal(`settled:${order.orderId}`, lines),
  }
}
