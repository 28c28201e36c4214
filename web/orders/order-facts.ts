import { nairaToKobo } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import type { Fact } from '#web/ui/data-list.tsx'
import { day, kobo, naira } from '#web/ui/format.ts'
import { NEVER_PAID, type OrderMoney, orderMoney } from './order-money.ts'
import type { OwnBulkOrder, OwnGroupOrder } from './queries.ts'

/** Quantity, dates and prices of a group-buy order; its amounts add up to the total. */
export function groupFacts(order: OwnGroupOrder): Fact[] {
  const { group_buy: buy } = order
  const money = orderMoney({ ...order, final_price: buy.final_price })
  const { price, all } = MONEY_WORDS[money.stage]
  return [
    { label: 'Quantity', value: weighed(countUnits(order.quantity, buy.unit), order.lines[0]?.weight) },
    { label: 'Sharing day', value: buy.share_date ? day(buy.share_date) : 'not set' },
    { label: 'Base price', value: naira(buy.base_price) },
    ...(money.stage === 'due' ? [{ label: 'Price when you joined', value: naira(order.unit_price) }] : []),
    { label: price, value: kobo(money.unitKobo) },
    ...(all === null
      ? []
      : [
          { label: 'Goods at this price', value: kobo(money.goodsKobo) },
          { label: `Fee ${order.buyer_fee_bps / 100}%`, value: kobo(order.fee_kobo) },
          ...(order.delivery_fee_kobo > 0 ? [{ label: 'Delivery', value: kobo(order.delivery_fee_kobo) }] : []),
          { label: all, value: kobo(order.amount_due_kobo > 0 ? order.amount_due_kobo : money.allKobo), total: true },
        ]),
    ...(order.returned_kobo > 0 ? [{ label: 'Came back to you', value: kobo(order.returned_kobo) }] : []),
  ]
}

const weighed = (units: string, weight: string | undefined): string => (weight ? `${units}, ${weight}` : units)

const MONEY_WORDS: Record<OrderMoney['stage'], { price: string; all: string | null }> = {
  due: { price: 'Highest price you can pay', all: 'You pay at most' },
  paid: { price: 'Price you paid', all: 'You paid' },
  final: { price: 'Final price', all: 'In total' },
  none: { price: 'Price when you joined', all: null },
}

/** The goods of a bulk order, one by one, and their total. */
export function bulkFacts(order: OwnBulkOrder): Fact[] {
  const due = order.amount_due_kobo > 0
  const allKobo = nairaToKobo(order.total_amount) + BigInt(order.fee_kobo) + BigInt(order.delivery_fee_kobo)
  return [
    ...order.lines.map((item) => ({
      label: `${item.product_name}, ${weighed(countUnits(item.quantity, item.unit), item.weight)}`,
      value: naira(Math.round(item.unit_price * item.quantity * 100) / 100),
      ...(item.product && { to: `/products/${item.product_id}` }),
    })),
    { label: 'Goods', value: naira(order.total_amount) },
    { label: `Fee ${order.buyer_fee_bps / 100}%`, value: kobo(order.fee_kobo) },
    ...(order.delivery_fee_kobo > 0 ? [{ label: 'Delivery', value: kobo(order.delivery_fee_kobo) }] : []),
    ...(NEVER_PAID.has(order.status)
      ? []
      : [{ label: due ? 'You pay' : 'In total', value: kobo(due ? order.amount_due_kobo : allKobo), total: true }]),
    ...(order.returned_kobo > 0 ? [{ label: 'Came back to you', value: kobo(order.returned_kobo) }] : []),
  ]
}
