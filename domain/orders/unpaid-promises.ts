// What one person may promise without paying (design.md, section 8). `public.promise_fault` decides the same behind every command, and a
// test compares the two; this gives the reasons.
import { koboToNaira } from '../money.ts'
import type { Refusal } from '../refusal.ts'
import { unpaidTexts } from '../texts/unpaid.ts'
import { paysOnJoining } from './pay-by.ts'
import { refuseOrder } from './refuse-order.ts'
import type { UnpaidLimits, UnpaidStanding } from './unpaid-standing.ts'

/** Null if this person may promise this. */
export function promiseFault(standing: UnpaidStanding, wanted: Promise): Refusal | null {
  const { grade, orders, kobo, lapses, limits } = standing
  const { former = null, mostUnits = null, paymentMode = 'reserve' } = wanted
  const [mostOrders, mostNaira] = [limits[`unpaid_${grade}_orders`], limits[`unpaid_${grade}_naira`]]
  const details = {
    most_unpaid_orders: mostOrders,
    unpaid_orders: orders,
    most_unpaid_naira: mostNaira,
    unpaid_naira: koboToNaira(kobo),
  }
  // Also where there are more of them already than a lowered limit allows: none of them grows.
  if (orders + (former ? 0 : 1) > mostOrders)
    return refuseOrder('too_many_unpaid', { message: unpaidTexts.orders(standing), details })
  const wholeKobo = kobo - (former?.amountDueKobo ?? 0n) + wanted.amountDueKobo
  if (wholeKobo > BigInt(mostNaira) * 100n) {
    return refuseOrder('too_much_unpaid', { message: unpaidTexts.naira(standing, wholeKobo), details })
  }
  if (mostUnits !== null && wanted.quantity > mostUnits) {
    const mine = former?.quantity ?? 0
    return refuseOrder('too_large_a_share', {
      message: unpaidTexts.share(mostUnits, mine),
      details: { max_unpaid_quantity: mostUnits, unpaid_quantity: mine },
    })
  }
  const { ofNew = null } = wanted
  const others = ofNew === null ? 0 : ofNew.held - (former?.quantity ?? 0)
  if (ofNew !== null && !standing.hasPaid && others + wanted.quantity > ofNew.most) {
    return refuseOrder('too_large_a_share', {
      message: unpaidTexts.newTogether(ofNew.most, Math.max(0, ofNew.most - others)),
      details: { max_new_unpaid_quantity: ofNew.most, new_unpaid_quantity: ofNew.held },
    })
  }
  // It was reserved to be paid later, which this person may no longer do.
  if (former && !former.isHeld && paysOnJoining({ paymentMode, lapses, limits })) {
    return refuseOrder('pay_first', lapses < limits.unpaid_lapses ? {} : { message: unpaidTexts.payFirst(standing) })
  }
  return null
}

/** The most units that one person may have unpaid in a buy; null where the vendor's own maximum holds. */
export function mostUnpaidUnits(
  buy: { targetQuantity: number; minQuantity: number; maxQuantity: number | null },
  { unpaid_share_percent: percent }: Pick<UnpaidLimits, 'unpaid_share_percent'>,
): number | null {
  if (buy.maxQuantity !== null) return null
  return Math.max(buy.minQuantity, Math.floor((buy.targetQuantity * percent) / 100))
}

/** The most units that people who have not paid for an order yet may have unpaid in a buy together. */
export function mostNewUnits(
  buy: { targetQuantity: number; minQuantity: number },
  { unpaid_new_share_percent: percent }: Pick<UnpaidLimits, 'unpaid_new_share_percent'>,
): number {
  return Math.max(buy.minQuantity, Math.floor((buy.targetQuantity * percent) / 100))
}

interface Promise {
  /** Of the order as it will be. */
  quantity: number
  amountDueKobo: bigint
  /** The unpaid order in the same buy that this one replaces; none where a new one is written. */
  former?: { quantity: number; amountDueKobo: bigint; isHeld: boolean } | null
  /** Of the buy; none for an order from the cart. */
  mostUnits?: number | null
  /** Of the buy. */
  paymentMode?: string
  /** What people without a paid order hold unpaid in the buy, this person's former order included, and the most they may. */
  ofNew?: { held: number; most: number } | null
}
