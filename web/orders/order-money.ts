import { nairaToKobo } from '#domain/money.ts'

/** The amounts of one group-buy order, as they come from the wire. */
interface OrderAmounts {
  status: string
  quantity: number
  /** Naira per unit: the price on joining, and the final price from settlement on. */
  unit_price: number
  /** Naira per unit charged at payment. */
  ceiling_unit_price: number
  fee_kobo: number
  delivery_fee_kobo: number
  /** Naira per unit, once the buy is settled. */
  final_price: number | null
}

export interface OrderMoney {
  /** `due`: the most there is to pay. `paid`: charged, price not final. `final`: what it cost. `none`: nothing was ever owed. */
  stage: 'due' | 'paid' | 'final' | 'none'
  unitKobo: bigint
  goodsKobo: bigint
  /** Goods, fee and delivery together. */
  allKobo: bigint
}

/** States that end before anything is paid. */
export const NEVER_PAID: ReadonlySet<string> = new Set(['expired', 'cancelled'])
const CHARGED = new Set(['paid', 'refunding', 'refunded'])

/**
 * One price, its goods and their total, so that an order's rows add up. Before settlement goods count at the ceiling, which
 * is what is charged and what the fee is based on (docs/decisions/0001); nobody pays the price at which they joined.
 */
export function orderMoney(order: OrderAmounts): OrderMoney {
  const stage = stageOf(order)
  const unitKobo = nairaToKobo(stage === 'due' || stage === 'paid' ? order.ceiling_unit_price : order.unit_price)
  const goodsKobo = unitKobo * BigInt(order.quantity)
  return { stage, unitKobo, goodsKobo, allKobo: goodsKobo + BigInt(order.fee_kobo) + BigInt(order.delivery_fee_kobo) }
}

function stageOf({ status, unit_price, ceiling_unit_price, final_price }: OrderAmounts): OrderMoney['stage'] {
  if (status === 'pending') return 'due'
  if (NEVER_PAID.has(status)) return 'none'
  // Refunded after settlement, it had its final price.
  const settled = final_price === null ? null : Math.min(final_price, ceiling_unit_price)
  if (CHARGED.has(status) && unit_price !== settled) return 'paid'
  return 'final'
}

interface ComingBack {
  /** PEPS, and naira that have arrived. */
  arrivedKobo: number
  onItsWayKobo: number
}

/** What has come back of an order, and what is still on its way. What a sale of uncollected goods brought is no return of what was paid. */
export function comingBack(
  { returned_kobo: returned }: { returned_kobo: number },
  refunds: readonly { amount_kobo: number; status: string; reason: string }[],
): ComingBack {
  const onItsWayKobo = refunds
    .filter(({ status, reason }) => status !== 'processed' && reason !== 'resale')
    .reduce((all, { amount_kobo }) => all + amount_kobo, 0)
  return { arrivedKobo: Math.max(0, returned - onItsWayKobo), onItsWayKobo }
}
