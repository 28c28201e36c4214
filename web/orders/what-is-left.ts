import type { Api } from '#api/api.ts'

interface Ordered {
  id: string
  quantity: number
  total_amount: number
  fee_kobo: number
  lines: readonly { id: string; quantity: number }[]
}

/** Units that each order is about after what came short; asked only of orders whose goods can have come. None where all of it came short. */
export async function unitsLeft(api: Api, orders: readonly { id: string; status: string }[]) {
  const ids = orders.filter(({ status }) => NOT_COME.has(status) === false).map(({ id }) => id)
  if (ids.length === 0) return new Map<string, number>()
  const { data } = await api.tables.from('all_orders').select('id, quantity_left').in('id', ids).gt('quantity_left', 0)
  return new Map((data ?? []).map((row) => [row.id, row.quantity_left ?? 0]))
}

const NOT_COME: ReadonlySet<string> = new Set(['pending', 'paid'])

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
