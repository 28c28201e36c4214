import type pg from 'pg'
import { leastKobo, nairaToKobo } from '#domain/money.ts'
import type { LineToCut } from '#domain/packing/shortfall.ts'
import { heldGoodsKobo, type OrderInParts, readOrdersInParts } from '../payments/parts-of-orders.ts'

interface Whose {
  groupBuyId: string | null
  lineId: string | null
  /** Orders of this place alone; null: of all. */
  placeId: string | null
}

/**
 * Locks a buy and its orders, or the order of a line, then their shop; and reads the lines that still have goods coming, with
 * their orders. Lock order: the buy, orders by id, the shop.
 */
export async function lockGoodsComing(
  tx: pg.PoolClient,
  { groupBuyId, lineId, placeId }: Whose,
): Promise<{ lines: LineToCut[]; orders: Map<string, OrderInParts> }> {
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
  const orders = await readOrdersInParts(tx, ids)
  const { rows: lines } = await tx.query<LineRow>(LINES, [ids, lineId])
  return { orders, lines: lines.map((line) => cutOf(line, orders)) }
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
  /** Of its order, entered as missing and not yet given back. */
  reserved: bigint
  handed: number
}

/** Of an order with several lines, no line has more coming than its own goods. */
function cutOf(line: LineRow, orders: ReadonlyMap<string, OrderInParts>): LineToCut {
  const order = orders.get(line.order_id)
  const unitKobo = nairaToKobo(line.unit_price)
  const own = unitKobo * BigInt(line.quantity - line.handed) - line.back
  const held = order ? heldGoodsKobo(order) - line.reserved : 0n
  const leftKobo = leastKobo(own > 0n ? own : 0n, held > 0n ? held : 0n)
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
    from public.live_shortfall_shares c left join public.order_returns r on r.id = c.return_id where c.line_id = l.id) s on true
  left join lateral (select sum(x.quantity) as handed from public.hand_over_lines x where x.line_id = l.id) h on true
  where o.id = any ($1::uuid[]) and ($2::uuid is null or l.id = $2)`
