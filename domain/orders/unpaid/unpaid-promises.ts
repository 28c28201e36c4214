// Limits on a buyer's unpaid orders (design.md, section 8). `public.promise_fault` enforces the same rule in the
// database, and a test compares the two; these functions give the reasons.
import { koboToNaira } from '#domain/money.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { mustPayOnJoining } from '../pay-by.ts'
import { orderRefusals } from '../refusals.ts'
import type { UnpaidLimits, UnpaidStanding } from './unpaid-standing.ts'
import { unpaidTexts } from './unpaid-texts.ts'

const refuse = refuseFrom(orderRefusals)

/** Null if the order is within the buyer's limits. */
export function promiseFault(standing: UnpaidStanding, request: PromiseRequest): Refusal | null {
  const { grade, orders, kobo, lapses, limits } = standing
  const { former = null, mostUnits = null, paymentMode = 'reserve' } = request
  const [mostOrders, mostNaira] = [limits[`unpaid_${grade}_orders`], limits[`unpaid_${grade}_naira`]]
  const details = {
    most_unpaid_orders: mostOrders,
    unpaid_orders: orders,
    most_unpaid_naira: mostNaira,
    unpaid_naira: koboToNaira(kobo),
  }
  // Also applies if a limit was lowered below the current number: then no unpaid order may grow.
  if (orders + (former ? 0 : 1) > mostOrders)
    return refuse('too_many_unpaid', { message: unpaidTexts.orders(standing), details })
  const wholeKobo = kobo - (former?.amountDueKobo ?? 0n) + request.amountDueKobo
  if (wholeKobo > BigInt(mostNaira) * 100n) {
    return refuse('too_much_unpaid', { message: unpaidTexts.naira(standing, wholeKobo), details })
  }
  if (mostUnits !== null && request.quantity > mostUnits) {
    const ownQuantity = former?.quantity ?? 0
    return refuse('too_large_a_share', {
      message: unpaidTexts.share(mostUnits, ownQuantity),
      details: { max_unpaid_quantity: mostUnits, unpaid_quantity: ownQuantity },
    })
  }
  const { newBuyers = null } = request
  const others = newBuyers === null ? 0 : newBuyers.held - (former?.quantity ?? 0)
  if (newBuyers !== null && !standing.hasPaid && others + request.quantity > newBuyers.max) {
    return refuse('too_large_a_share', {
      message: unpaidTexts.newTogether(newBuyers.max, Math.max(0, newBuyers.max - others)),
      details: { max_new_unpaid_quantity: newBuyers.max, new_unpaid_quantity: newBuyers.held },
    })
  }
  // The order was reserved for later payment, which is not open to this buyer any more.
  if (former && !former.isHeld && mustPayOnJoining({ paymentMode, lapses, limits })) {
    return refuse('pay_first', lapses < limits.unpaid_lapses ? {} : { message: unpaidTexts.payFirst(standing) })
  }
  return null
}

/** Maximum unpaid units per buyer in a buy; null if the vendor's own maximum applies. */
export function maxUnpaidUnits(
  buy: { targetQuantity: number; minQuantity: number; maxQuantity: number | null },
  { unpaid_share_percent: percent }: Pick<UnpaidLimits, 'unpaid_share_percent'>,
): number | null {
  if (buy.maxQuantity !== null) return null
  return Math.max(buy.minQuantity, Math.floor((buy.targetQuantity * percent) / 100))
}

/** Maximum unpaid units in a buy of all buyers together who have never paid for an order. */
export function maxNewBuyerUnits(
  buy: { targetQuantity: number; minQuantity: number },
  { unpaid_new_share_percent: percent }: Pick<UnpaidLimits, 'unpaid_new_share_percent'>,
): number {
  return Math.max(buy.minQuantity, Math.floor((buy.targetQuantity * percent) / 100))
}

interface PromiseRequest {
  /** Quantity of the resulting order. */
  quantity: number
  amountDueKobo: bigint
  /** The unpaid order in the same buy that grows; none for a new order. */
  former?: { quantity: number; amountDueKobo: bigint; isHeld: boolean } | null
  /** Maximum unpaid units per buyer in this buy; none for an order from the cart. */
  mostUnits?: number | null
  /** Payment mode of the buy. */
  paymentMode?: string
  /**
   * Unpaid units of all buyers who have never paid for an order, including this buyer's `former` order, and their
   * maximum.
   */
  newBuyers?: { held: number; max: number } | null
}
