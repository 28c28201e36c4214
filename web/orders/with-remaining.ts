import type { Api } from '#api/api.ts'

interface Ordered {
  id: string
  quantity: number
  total_amount: number
  fee_kobo: number
  lines: readonly { id: string; quantity: number }[]
}

/**
 * Orders with their remaining units, goods and fee after a shortfall. Uses the database's definition (`order_figures`,
 * `order_lines_left`) for every screen of the buyer. Where they cannot be read, orders are returned as ordered.
 */
export async function withRemaining<Order extends Ordered>(api: Api, orders: readonly Order[]): Promise<Order[]> {
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return []
  const [figures, lines] = await Promise.all([
    api.tables.from('all_orders').select('id, quantity_left, goods_left, fee_left_kobo').in('id', ids),
    api.tables.from('order_lines_left').select('id, quantity_left').in('order_id', ids),
  ])
  const orderLeft = new Map(figures.data?.map((row) => [row.id, row]))
  const lineLeft = new Map(lines.data?.map((row) => [row.id, row.quantity_left]))
  return orders.map((order) => {
    const left = orderLeft.get(order.id)
    // Without a shortfall nothing changes. An order that came short completely has ended and shows what was ordered.
    if (!left || left.quantity_left === order.quantity || left.quantity_left === 0) return order
    return {
      ...order,
      quantity: left.quantity_left ?? order.quantity,
      total_amount: Number(left.goods_left ?? order.total_amount),
      fee_kobo: left.fee_left_kobo ?? order.fee_kobo,
      lines: order.lines.map((line) => ({ ...line, quantity: lineLeft.get(line.id) ?? line.quantity })),
    }
  })
}
