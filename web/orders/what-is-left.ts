import type { Api } from '#api/api.ts'

interface Ordered {
  id: string
  quantity: number
  total_amount: number
  fee_kobo: number
  lines: readonly { id: string; quantity: number }[]
}

/**
 * Orders as they are about now: after a short delivery, with fewer units, goods and fee than were ordered. One definition, that of the
 * database (`order_figures`, `order_lines_left`), for every screen of the buyer.
 */
export async function withWhatIsLeft<Order extends Ordered>(api: Api, orders: readonly Order[]): Promise<Order[]> {
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
    // Nothing came short, or all of it did: then the order has ended, and says what it was.
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
