import { nairaToKobo } from '#domain/money.ts'

/** The amounts of one share in a group buy, as the wire gives them. */
export interface OrderAmounts {
  status: string
  quantity: number
  /** Naira a unit: of the joining, and from settlement on the final price. */
  unit_price: number
  /** Naira a unit: what is charged at payment. */
  ceiling_unit_price: number
  fee_kobo: number
  delivery_fee_kobo: number
  /** Naira a unit, once the buy is settled. */
  final_price: number | null
}

export interface OrderMoney {
  /** `due`: to be paid at most. `paid`: charged, the price is not final. `final`: what it cost. `none`: nothing was ever owed. */
  stage: 'due' | 'paid' | 'final' | 'none'
  unitKobo: bigint
  goodsKobo: bigint
  /** Goods, fee and delivery together. */
  allKobo: bigint
}

/** Ended before anything was paid. */
export const NEVER_PAID: ReadonlySet<string> = new Set(['expired', 'cancelled'])
const CHARGED = new Set(['paid', 'refunding', 'refunded'])

/**
 * One price, its goods and their sum, so that the rows of an order add up. Before settlement goods count at the ceiling, which is what
 * is charged and what the fee is taken of (docs/decisions/0001); the price of the joining is nobody's bill.
 */
export function orderMoney(order: OrderAmounts): OrderMoney {
  const stage = stageOf(order)
  const unitKobo = nairaToKobo(stage === 'due' || stage === 'paid' ? order.ceiling_unit_price : order.unit_price)
  const goodsKobo = unitKobo * BigInt(order.quantity)
  return { stage, unitKobo, goodsKobo, allKobo: goodsKobo + BigInt(order.fee_kobo) + BigInt(order.delivery_fee_kobo) }
}

function stageOf({ status, unit_price, final_price }: OrderAmounts): OrderMoney['stage'] {
  if (status === 'pending') return 'due'
  if (NEVER_PAID.has(status)) return 'none'
  // Given back after settlement, it had its final price.
  if (CHARGED.has(status) && unit_price !== final_price) return 'paid'
  return 'final'
}
