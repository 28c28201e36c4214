// Lowering the quantity of an unpaid order. From a buy: the buy's unit count falls, its participants don't change, and
// the order gets the current price, but never above the promised ceiling. From the cart: the line keeps its price.

import { type OrderAmounts, orderAmounts, standardRates } from '#domain/orders/amounts.ts'
import { totalsByVendor } from '#domain/orders/cart-totals.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import { countUnits } from '#domain/products/units.ts'
import type { Refusal } from '#domain/refusal.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { type CeilingFacts, promisedCeilingKobo } from '../price/ceiling.ts'
import { priceAt } from '../price/price-tiers.ts'
import { isJoinable } from '../progress.ts'
import { buyRefusals } from '../refusals.ts'
import { priceVoteFault } from './joining.ts'

const refuse = refuseFrom(callRefusals, buyRefusals, orderRefusals)

export interface LoweredOrder {
  status: string
  isBeingPaid: boolean
  /** The order has not changed since the buyer loaded it. */
  isAsSeen: boolean
  /** Current quantity of the order or line. */
  quantity: number
  buyerBasisPoints: number
  deliveryFeeKobo: bigint
  /** The vendor's minimum per buyer, and the unit. */
  minQuantity: number
  unit: string
}

interface LoweredInBuy extends LoweredOrder {
  ceilingUnitPriceKobo: bigint
  /** Total units of this buyer's live orders in the buy, including this one. */
  liveQuantity: number
  buy: CeilingFacts & { status: string; endDate: Date; currentParticipants: number; priceVoteUntil: Date | null }
}

interface Lowered extends OrderAmounts {
  quantity: number
  unitPriceKobo: bigint
  ceilingUnitPriceKobo: bigint
}

export function lowerBuyQuantity(
  order: LoweredInBuy,
  { quantity, now }: { quantity: number; now: Date },
): Lowered | Refusal {
  const fault = lowerFault(order, quantity)
  if (fault) return fault
  if (!isJoinable(order.buy, now)) return refuse('reducing_closed')
  if (order.buy.priceVoteUntil) return priceVoteFault(order.buy.priceVoteUntil)
  const whole = order.liveQuantity - order.quantity + quantity
  if (whole < order.minQuantity) return tooLittle(order)
  const unitPriceKobo = priceAt(order.buy, order.buy.currentParticipants)
  const ceilingUnitPriceKobo = promisedCeilingKobo(
    { ...order.buy, hasPaid: order.liveQuantity > order.quantity },
    order,
  )
  const amounts = orderAmounts({
    unitPriceKobo,
    ceilingUnitPriceKobo,
    quantity,
    deliveryFeeKobo: order.deliveryFeeKobo,
    rates: { ...standardRates, buyerBasisPoints: order.buyerBasisPoints },
  })
  return { quantity, unitPriceKobo, ceilingUnitPriceKobo, ...amounts }
}

interface LoweredLine extends LoweredOrder {
  /** End of the checkout's hold. */
  heldUntil: Date
  /** All lines of the order; `isIt` marks the one to be lowered. */
  lines: readonly { isIt: boolean; quantity: number; unitPriceKobo: bigint }[]
}

interface LoweredCart {
  /** Total quantity of the order. */
  quantity: number
  totalKobo: bigint
  feeKobo: bigint
  amountDueKobo: bigint
}

export function lowerCartQuantity(
  order: LoweredLine,
  { quantity, now }: { quantity: number; now: Date },
): LoweredCart | Refusal {
  const fault = lowerFault(order, quantity)
  if (fault) return fault
  if (now >= order.heldUntil) return refuse('reducing_closed')
  if (quantity < order.minQuantity) return tooLittle(order)
  const lines = order.lines.map(({ isIt, quantity: former, unitPriceKobo }) => ({
    vendorId: '',
    priceKobo: unitPriceKobo,
    quantity: isIt ? quantity : former,
  }))
  const [totals] = totalsByVendor(lines, order.buyerBasisPoints)
  const { goodsKobo = 0n, feeKobo = 0n } = totals ?? {}
  return {
    quantity: lines.reduce((all, line) => all + line.quantity, 0),
    totalKobo: goodsKobo,
    feeKobo,
    amountDueKobo: goodsKobo + feeKobo + order.deliveryFeeKobo,
  }
}

function lowerFault(
  { status, isBeingPaid, isAsSeen, quantity: former }: LoweredOrder,
  quantity: number,
): Refusal | null {
  if (status !== 'pending') return refuse('reducing_closed')
  if (isBeingPaid) return refuse('being_paid')
  if (!isAsSeen) return refuse('order_changed')
  if (!Number.isSafeInteger(quantity) || quantity < 1) return refuse('quantity_not_whole')
  if (quantity >= former)
    return refuse('invalid_input', { message: /*i18n*/ 'To take less, choose a smaller quantity.' })
  return null
}

const tooLittle = ({ minQuantity, unit }: LoweredOrder): Refusal =>
  refuse('quantity_below_minimum', {
    message: withValues(/*i18n*/ 'One person takes at least {count}.', { count: countUnits(minQuantity, unit) }),
    details: { min_quantity: minQuantity },
  })
