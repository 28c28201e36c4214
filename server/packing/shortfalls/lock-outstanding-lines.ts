import type pg from 'pg'
import { minKobo, nairaToKobo } from '#domain/money.ts'
import type { AffectedLine } from '#domain/packing/shortfall.ts'
import { heldGoodsKobo, type RefundableOrderRow, readRefundableOrders } from '#server/refunds/partial-refunds.ts'

interface OutstandingFilter {
  groupBuyId: string | null
  lineId: string | null
  /** Only orders of this place; null: all orders. */
  placeId: string | null
}

/**
 * Locks a buy and its orders, or the order of a line, and then their shop; reads the lines with outstanding goods and
 * their orders. Lock order: the buy, orders by id, the shop.
 */
export async function lockOutstandingLines(
  tx: pg.PoolClient,
  { groupBuyId, lineId, placeId }: OutstandingFilter,
): Promise<OutstandingLines> {
  await tx.query('select from public.group_buys where id = $1 for no key update', [groupBuyId])
  const { rows } = await tx.query<{ id: string }>(
    `select o.id from public.orders o where (o.group_buy_id = $1 or o.group_buy_id is null and o.id = (select order_id from public.order_lines where id = $2))
       and (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null) and ($3::uuid is null or o.pickup_point_id = $3)
     order by o.id for no key update`,
    [groupBuyId, lineId, placeId],
  )
  const ids = rows.map(({ id }) => id)
  await tx.query(
    'select from public.vendors where id = (select vendor_id from public.orders where id = $1) for no key update',
    [ids[0] ?? null],
  )
  const orders = await readRefundableOrders(tx, ids)
  const { rows: lines } = await tx.query<LineRow>(LINES, [ids, lineId])
  return {
    orders,
    lines: lines.map((line) => outstandingLine(line, orders)),
    reserved: new Map(lines.map(({ order_id, reserved }) => [order_id, reserved])),
  }
}

interface OutstandingLines {
  lines: AffectedLine[]
  orders: Map<string, RefundableOrderRow>
  /** Kobo of each order that are entered as missing and not yet refunded. */
  reserved: Map<string, bigint>
}

interface LineRow {
  id: string
  order_id: string
  order_no: number
  paid_at: Date
  quantity: number
  unit_price: string
  missing: bigint
  back: bigint
  /** Kobo of the order's entered shortfalls that are not yet refunded. */
  reserved: bigint
  handed: number
}

/** The outstanding quantity of a line: at most its own goods, and at most what the order still holds. */
function outstandingLine(line: LineRow, orders: ReadonlyMap<string, RefundableOrderRow>): AffectedLine {
  const order = orders.get(line.order_id)
  const unitKobo = nairaToKobo(line.unit_price)
  const own = unitKobo * BigInt(line.quantity - line.handed) - line.back
  const held = order ? heldGoodsKobo(order) - line.reserved : 0n
  const leftKobo = minKobo(own > 0n ? own : 0n, held > 0n ? held : 0n)
  return {
    lineId: line.id,
    orderId: line.order_id,
    paidAt: line.paid_at,
    orderNo: line.order_no,
    leftKobo,
    leftThousandths: BigInt(line.quantity - line.handed) * 1000n - line.missing,
  }
}

const LINES = `
  select l.id, l.order_id, o.order_no::integer, coalesce(o.paid_at, o.created_at) as paid_at, l.quantity, l.unit_price, coalesce(s.missing, 0)::bigint as missing,
    coalesce(s.back, 0)::bigint as back, public.reserved_kobo(o.id) as reserved, coalesce(h.handed, 0)::integer as handed
  from public.order_lines l join public.orders o on o.id = l.order_id
  left join lateral (select sum(c.missing_thousandths) as missing, sum(coalesce(r.goods_kobo, c.goods_kobo)) as back
    from public.live_shortfall_shares c left join public.partial_refunds r on r.id = c.partial_refund_id where c.line_id = l.id) s on true
  left join lateral (select sum(x.quantity) as handed from public.hand_over_lines x where x.line_id = l.id) h on true
  where o.id = any ($1::uuid[]) and ($2::uuid is null or l.id = $2)`
