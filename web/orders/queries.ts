import type { Api } from '#api/api.ts'
import { readMeasures } from '#api/measures.ts'
import { type Measure, weightTexts } from '#domain/products/measures.ts'
import { likeText, listPage, rowRange } from '#web/list-page.ts'
import { DESTINATION_COLUMNS, type OrderDestinationRow } from '#web/ui/facts/order-destination.tsx'
import { LATENESS_COLUMNS } from './late-order.ts'
import { withRemaining } from './with-remaining.ts'

interface OwnOrdersQuery {
  userId: string
  show: 'open' | 'past'
  /** An order number, or part of the name of a product or shop; empty for all. */
  search: string
  /** From 1. */
  page: number
}

/** Final states. */
const PAST = ['completed', 'expired', 'cancelled', 'refunded']

/**
 * A page of the user's orders of both kinds, and the count of each tab. Orders that wait for the user come first, then the
 * newest.
 */
export async function listOwnOrders(api: Api, { userId, show, search, page }: OwnOrdersQuery) {
  const past = `(${PAST.join(',')})`
  const ids = search ? await findOwnOrders(api, { userId, search }) : null
  const own = () => {
    const orders = api.tables.from('orders').select(LISTED, { count: 'exact' }).eq('user_id', userId)
    return ids ? orders.in('id', ids) : orders
  }
  const listed = show === 'past' ? own().in('status', PAST) : own().not('status', 'in', past)
  const others = show === 'past' ? own().not('status', 'in', past) : own().in('status', PAST)
  const [found, rest] = await Promise.all([
    listed
      .order('buyer_act_rank')
      .order('created_at', { ascending: false })
      .order('order_no', { ascending: false })
      .range(...rowRange(page)),
    others.limit(1),
  ])
  const list = listPage(found)
  const amounts =
    show === 'past' ? { open: rest.count ?? 0, past: list.count } : { open: list.count, past: rest.count ?? 0 }
  const rows = await withRemaining(api, list.rows)
  return { rows: rows.map(splitByKind), amounts, pageCount: list.pageCount, failure: list.failure }
}

/** The newest orders that match a search. */
async function findOwnOrders(api: Api, { userId, search }: { userId: string; search: string }): Promise<string[]> {
  const like = likeText(search)
  const number = /^#?\d{1,9}$/.test(search) ? [`order_no.eq.${search.replace('#', '')}`] : []
  const { data } = await api.tables
    .from('all_orders')
    .select('id')
    .eq('user_id', userId)
    .or([`product_name.ilike."${like}"`, `vendor_name.ilike."${like}"`, ...number].join(','))
    .order('created_at', { ascending: false })
    .limit(MOST_FOUND)
  const ids = (data ?? []).flatMap(({ id }) => id ?? [])
  return ids.length > 0 ? ids : [NO_ORDER_ID]
}

const NO_ORDER_ID = '00000000-0000-0000-0000-000000000000'

/** As many ids as one request carries. */
const MOST_FOUND = 100

const LISTED = `id, order_no, fulfilment, quantity, unit_price, ceiling_unit_price, fee_kobo, delivery_fee_kobo, total_amount, amount_due_kobo, charged_kobo, returned_kobo, status, created_at, hold_expires_at,
  group_buy:group_buys(id, product_name, unit, image_url, payment_due_at, share_date, final_price), place:pickup_points(closed_at), ${LATENESS_COLUMNS}, checkout:checkouts(hold_expires_at), vendor:vendors(id, business_name),
  lines:order_lines(id, product_name, unit, quantity, image_url, share_date)`

type Rows = Awaited<ReturnType<typeof listOwnOrders>>['rows']
export type OwnOrderRow = Rows[number]

/** One of the user's own orders with its history; null for an unknown id. */
export async function readOwnOrder(api: Api, id: string, userId: string) {
  const [found, where, history, refunds, parts, stops, offline, review, measures, promises] = await Promise.all([
    api.tables
      .from('orders')
      .select(
        `*, group_buy:group_buys(id, product_name, unit, pack_unit, image_url, payment_due_at, share_date, end_date, extended_at, top_up_at, late_leave_charge_bps, status, base_price, final_price, min_quantity),
         checkout:checkouts(hold_expires_at), vendor:vendors(id, business_name, location), lines:order_lines(id, product_id, product_name, unit, quantity, unit_price, kg_per_unit, most_kg_per_unit, image_url, share_date, packed_at, product:products(min_quantity, category)),
         paying:payment_parts(payment:payments(id, status, expires_at)),
         documents(number, kind), payment:payments!orders_payment_id_fkey(documents(number, kind))`,
      )
      .eq('id', id)
      .eq('user_id', userId)
      .maybeSingle(),
    // A separate request, because one response embeds at most ten relations.
    api.tables
      .from('orders')
      .select(`${DESTINATION_COLUMNS}, ${LATENESS_COLUMNS}`)
      .eq('id', id)
      .eq('user_id', userId)
      .maybeSingle(),
    api.tables.from('status_changes').select('id, to_status, at, reason').eq('subject_id', id).order('at').order('id'),
    api.tables
      .from('refunds')
      .select('id, amount_kobo, status, reason, expected_by, processed_at')
      .eq('order_id', id)
      .order('created_at'),
    api.tables
      .from('partial_refunds')
      .select('id, goods_kobo, fee_kobo, delivery_kobo, reason, created_at')
      .eq('order_id', id)
      .order('created_at'),
    api.tables
      .from('order_stops')
      .select('id, status, reason, created_at, out_at, ended_at, window_from, window_until')
      .eq('order_id', id)
      .order('created_at'),
    api.tables
      .from('visible_offline_hand_overs')
      .select('id, place_name, acted_at, received_at, conflict, settlement, settled_at')
      .eq('order_id', id)
      .order('acted_at'),
    api.tables.from('my_reviews').select('rating, comment').eq('order_id', id).maybeSingle(),
    readMeasures(api),
    api.tables.rpc('most_for_promises_kobo', { of_order: id }, { get: true }),
  ])
  const [order = null] = found.data ? await withRemaining(api, [found.data]) : []
  return {
    /** The most that leaving late can cost because of the prices promised to other participants. */
    promisesKobo: promises.data ?? 0,
    /** Goods and fee before shortfalls: the basis of the final price. */
    asSold: { total_amount: found.data?.total_amount ?? 0, fee_kobo: found.data?.fee_kobo ?? 0 },
    order:
      order &&
      splitByKind({
        ...order,
        place: (where.data?.place ?? null) as OrderDestinationRow['place'],
        delivered_to: where.data?.delivered_to ?? null,
        zone: where.data?.zone ?? null,
        shared: where.data?.shared ?? [],
        hand_overs: where.data?.hand_overs ?? [],
        lines: order.lines.map((line) => ({ ...line, weight: weightText(line, measures) })),
      }),
    history: history.data ?? [],
    refunds: refunds.data ?? [],
    parts: parts.data ?? [],
    stops: stops.data ?? [],
    offline: offline.data ?? [],
    review: review.data,
    failure: found.error && found.error.code !== '22P02' ? found.error.message : null,
  }
}

interface WeighedLine {
  product_name: string
  unit: string
  quantity: number
  kg_per_unit: number | null
  product: { category: string } | null
}

/** "about 100 kg, about 111 dericas", or an empty text. */
function weightText(line: WeighedLine, measures: readonly Measure[]): string {
  const food = { name: line.product_name, category: line.product?.category ?? '', unit: line.unit }
  return weightTexts({ ...food, quantity: line.quantity, kg_per_unit: line.kg_per_unit }, measures).join(', ')
}

type OwnOrder = NonNullable<Awaited<ReturnType<typeof readOwnOrder>>['order']>
export type OwnGroupOrder = Extract<OwnOrder, { kind: 'group' }>
export type OwnBulkOrder = Extract<OwnOrder, { kind: 'bulk' }>

interface EitherKind<Buy, Shop> {
  group_buy: Buy | null
  vendor: Shop
  unit_price: number | null
  ceiling_unit_price: number | null
}

/** Splits orders by kind: one from a buy has one price for all units, one from the cart has a price per line. */
function splitByKind<Buy, Shop, Order extends EitherKind<Buy, Shop>>(order: Order) {
  const { group_buy, unit_price, ceiling_unit_price } = order
  // A shop that is not open is hidden, but its former orders are not.
  const vendor: Order['vendor'] | null = order.vendor
  if (group_buy === null || unit_price === null || ceiling_unit_price === null) {
    return { ...order, vendor, kind: 'bulk' as const, group_buy: null }
  }
  const buy: NonNullable<Order['group_buy']> = group_buy as NonNullable<Order['group_buy']>
  return { ...order, vendor, kind: 'group' as const, group_buy: buy, unit_price, ceiling_unit_price }
}

/** The hand-over code of a ready order. */
export async function readHandOverCode(api: Api, orderId: string): Promise<string | null> {
  const read = await api.command('read-codes', {})
  return (read.ok && read.value.codes.find(({ order_id }) => order_id === orderId)?.code) || null
}
