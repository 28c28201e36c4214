import { nairaToKobo } from '#domain/money.ts'

/** The amounts of a group-buy order, as returned by the API. */
interface OrderAmounts {
  status: string
  quantity: number
  /** Naira per unit: the price on joining; from settlement on, the final price. */
  unit_price: number
  /** Naira per unit charged at payment. */
  ceiling_unit_price: number
  fee_kobo: number
  delivery_fee_kobo: number
  /** Naira per unit, once the buy is settled. */
  final_price: number | null
}

export interface OrderMoney {
  /**
   * `due`: the maximum to pay. `paid`: charged, price not final. `final`: the actual cost. `none`: nothing was ever
   * owed.
   */
  stage: 'due' | 'paid' | 'final' | 'none'
  unitKobo: bigint
  goodsKobo: bigint
  /** Sum of goods, fee and delivery. */
  allKobo: bigint
}

/** States in which an order ends before any payment. */
export const NEVER_PAID: ReadonlySet<string> = new Set(['expired', 'cancelled'])
const CHARGED = new Set(['paid', 'refunding', 'refunded'])

/**
 * A single price with its goods and their total, so that an order's rows add up. Before settlement goods count at the
 * ceiling, which is charged and which the fee is based on (decision 0001); the price on joining is never charged.
 */
export function orderMoney(order: OrderAmounts): OrderMoney {
  const stage = priceStage(order)
  const unitKobo = nairaToKobo(stage === 'due' || stage === 'paid' ? order.ceiling_unit_price : order.unit_price)
  const goodsKobo = unitKobo * BigInt(order.quantity)
  return { stage, unitKobo, goodsKobo, allKobo: goodsKobo + BigInt(order.fee_kobo) + BigInt(order.delivery_fee_kobo) }
}

function priceStage({ status, unit_price, ceiling_unit_price, final_price }: OrderAmounts): OrderMoney['stage'] {
  if (status === 'pending') return 'due'
  if (NEVER_PAID.has(status)) return 'none'
  // An order refunded after settlement had a final price.
  const settled = final_price === null ? null : Math.min(final_price, ceiling_unit_price)
  if (CHARGED.has(status) && unit_price !== settled) return 'paid'
  return 'final'
}
