// Lowering the quantity of an unpaid order. Of a buy's: its counters fall, its participants stay, and it is priced anew as every
// acceptance is, never above what was promised. Of the cart's: the price on its line stays.
import { type CeilingFacts, promisedCeilingKobo } from '../group-buys/ceiling.ts'
import { priceAt } from '../group-buys/price-tiers.ts'
import { isJoinable } from '../group-buys/progress.ts'
import { countUnits } from '../products/units.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type OrderAmounts, orderAmounts, standardRates } from './amounts.ts'
import { totalsByVendor } from './cart-totals.ts'

export interface LoweredOrder {
  status: string
  isBeingPaid: boolean
  /** It is as the person saw it. */
  isAsSeen: boolean
  /** Of the order or of the line. */
  quantity: number
  buyerBasisPoints: number
  deliveryFeeKobo: bigint
  /** The vendor's least for one person, and what they count. */
  minQuantity: number
  unit: string
}

interface LoweredInBuy extends LoweredOrder {
  ceilingUnitPriceKobo: bigint
  /** Units in all live orders of this person in the buy, this one included. */
  liveQuantity: number
  buy: CeilingFacts & { status: string; endDate: Date; currentParticipants: number }
}

interface Lowered extends OrderAmounts {
  quantity: number
  unitPriceKobo: bigint
  ceilingUnitPriceKobo: bigint
}

export function lowerInBuy(order: LoweredInBuy, { quantity, now }: { quantity: number; now: Date }): Lowered | Refusal {
  const fault = lowerFault(order, quantity)
  if (fault) return fault
  if (!isJoinable(order.buy, now)) return refuse('taking_less_closed')
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
  /** Until then its checkout holds the goods. */
  heldUntil: Date
  /** The lines of the order; `isIt` marks the one to be lowered. */
  lines: readonly { isIt: boolean; quantity: number; unitPriceKobo: bigint }[]
}

interface LoweredCart {
  /** Of the whole order. */
  quantity: number
  totalKobo: bigint
  feeKobo: bigint
  amountDueKobo: bigint
}

export function lowerInCart(
  order: LoweredLine,
  { quantity, now }: { quantity: number; now: Date },
): LoweredCart | Refusal {
  const fault = lowerFault(order, quantity)
  if (fault) return fault
  if (now >= order.heldUntil) return refuse('taking_less_closed')
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
  if (status !== 'pending') return refuse('taking_less_closed')
  if (isBeingPaid) return refuse('being_paid')
  if (!isAsSeen) return refuse('order_changed')
  if (!Number.isSafeInteger(quantity) || quantity < 1) return refuse('quantity_not_whole')
  if (quantity >= former) return refuse('invalid_input', { message: 'To take less, choose a smaller quantity.' })
  return null
}

const tooLittle = ({ minQuantity, unit }: LoweredOrder): Refusal =>
  refuse('quantity_below_minimum', {
    message: `One person takes at least ${countUnits(minQuantity, unit)}.`,
    details: { min_quantity: minQuantity },
  })
