import type { Api } from '#api/api.ts'
import type { UncollectedOutcome, UncollectedPreference } from '#domain/hand-overs/uncollected.ts'

/** Goods that were not collected, for the buyer and staff. */
export interface Uncollected {
  order_id: string
  kind: 'pickup' | 'stockpile'
  perishes: boolean
  due_until: string
  opened_at: string
  preferred_outcome: UncollectedPreference | null
  preferred_at: string | null
  closed_at: string | null
  outcome: UncollectedOutcome | null
  reason: string | null
  handling_bps: number
  proceeds_kobo: number | null
  returned_kobo: number | null
  calls: { id: string; reached: boolean; note: string; called_at: string }[]
}

const UNCOLLECTED =
  'order_id, kind, perishes, due_until, opened_at, preferred_outcome, preferred_at, closed_at, outcome, reason, handling_bps, proceeds_kobo, returned_kobo, calls:uncollected_calls(id, reached, note, called_at)'

export interface StoredOrder {
  id: string
  order_no: number
  status: string
  fulfilment: string
  ready_at: string | null
  vendor: { business_name: string } | null
  place: { name: string; street: string; lga: string } | null
  lines: { id: string; product_name: string; unit: string; quantity: number }[]
  hand_overs: {
    id: string
    kind: string
    status: string
    done_at: string | null
    taken_by: string
    proof: string | null
    lines: { line_id: string; quantity: number }[]
  }[]
  /** Remaining units, by line id. */
  left: Readonly<Record<string, number>>
  until: { due: string; grace: string } | null
  uncollected: Uncollected | null
}

const MAX_ROWS = 50

/** A buyer's stockpiles and uncollected goods: those still there first, then past ones. */
export async function listStoredOrders(api: Api, userId: string) {
  const [stockpiled, missed] = await Promise.all([
    api.tables
      .from('hand_overs')
      .select('order_id, order:orders!inner(user_id)')
      .eq('kind', 'stockpile')
      .eq('order.user_id', userId)
      .order('created_at', { ascending: false })
      .limit(MAX_ROWS),
    api.tables
      .from('uncollected')
      .select(UNCOLLECTED)
      .eq('buyer_id', userId)
      .order('opened_at', { ascending: false })
      .limit(MAX_ROWS)
      .overrideTypes<Uncollected[], { merge: false }>(),
  ])
  const ids = [...new Set([...(stockpiled.data ?? []), ...(missed.data ?? [])].map(({ order_id }) => order_id))]
  const [orders, left, came, collections] = await Promise.all([
    api.tables
      .from('orders')
      .select(
        `id, order_no, status, fulfilment, ready_at, vendor:vendors(business_name), place:pickup_points(name, street, lga),
         lines:order_lines(id, product_name, unit, quantity), hand_overs(id, kind, status, done_at, taken_by, proof, lines:hand_over_lines(line_id, quantity))`,
      )
      .in('id', ids)
      .eq('user_id', userId)
      .order('order_no', { ascending: false })
      .overrideTypes<Omit<StoredOrder, 'left' | 'until' | 'uncollected'>[], { merge: false }>(),
    api.tables.from('own_goods_left').select('order_id, line_id, quantity').in('order_id', ids),
    api.tables.from('order_lines_left').select('id, quantity_left').in('order_id', ids),
    api.tables.from('own_collections').select('order_id, due_until, grace_until').in('order_id', ids),
  ])
  const failure =
    [stockpiled, missed, orders, left, came, collections].find(({ error }) => error)?.error?.message ?? null
  const units = new Map(came.data?.map(({ id, quantity_left }) => [id, quantity_left]))
  const storedOrders = (orders.data ?? []).map((order): StoredOrder => {
    const until = (collections.data ?? []).find(({ order_id }) => order_id === order.id)
    const own = (left.data ?? []).filter(({ order_id }) => order_id === order.id)
    return {
      ...order,
      // Units that came short were never stored.
      lines: order.lines.map((line) => ({ ...line, quantity: units.get(line.id) ?? line.quantity })),
      left: Object.fromEntries(own.map(({ line_id, quantity }) => [line_id ?? '', quantity ?? 0])),
      until: until?.due_until ? { due: until.due_until, grace: until.grace_until ?? until.due_until } : null,
      uncollected: (missed.data ?? []).find(({ order_id }) => order_id === order.id) ?? null,
    }
  })
  return { storedOrders, missed: (missed.data ?? []).length, failure }
}

/** Goods held at a place, for its staff and those who oversee its shops. */
export interface HeldHandOver {
  id: string
  order_id: string
  order_no: number
  buyer_name: string
  kind: 'pickup' | 'stockpile'
  shop_name: string
  place_name: string
  due_from: string
  due_until: string
  grace_until: string
  shelf: string | null
  lines: { line_id: string; name: string; unit: string; quantity: number }[]
  kg: number
  opened_at: string | null
  preferred_outcome: UncollectedPreference | null
  missed: number
}

const HELD =
  'id, order_id, order_no, buyer_name, kind, shop_name, place_name, due_from, due_until, grace_until, shelf, lines, kg, opened_at, preferred_outcome, missed'

export type HeldFilter = 'all' | 'leaving' | 'uncollected'

interface HeldQuery {
  show: HeldFilter
  /** Goods due before this time are about to leave. */
  before: string
  range: [number, number]
}

/** Held goods, by the date they are due to leave. */
export async function listHeld(api: Api, { show, before, range }: HeldQuery) {
  let query = api.tables.from('held_goods').select(HELD, { count: 'exact' })
  if (show === 'uncollected') query = query.not('opened_at', 'is', null)
  if (show === 'leaving') query = query.lte('due_until', before)
  return query
    .order('due_until')
    .order('id')
    .range(...range)
    .overrideTypes<HeldHandOver[], { merge: false }>()
}

/** Products shown by amount; the weigh-in lists all. */
const MAX_PRODUCTS = 50

/** Goods that lie in the viewer's places, by product: ready for buyers, and counted but not ready yet. */
export async function listLyingGoods(api: Api) {
  const { data } = await api.tables
    .from('goods_at_places')
    .select(
      'pickup_point_id, subject_id, product_id, place, shop, product_name, unit, share_date, order_no, units_here, units_ready',
    )
    .eq('is_keeper', true)
    .gt('units_here', 0)
    .order('place')
    .order('product_name')
    .order('share_date')
    .order('subject_id')
    .limit(MAX_PRODUCTS)
    .throwOnError()
  return data
}

export async function listRooms(api: Api) {
  const { data } = await api.tables
    .from('held_rooms')
    .select('id, name, capacity_kg, stockpiled_kg')
    .order('name')
    .throwOnError()
  return data.map(({ id, name, capacity_kg, stockpiled_kg }) => ({
    id: id ?? '',
    name: name ?? '',
    capacityKg: capacity_kg ?? 0,
    storedKg: stockpiled_kg ?? 0,
  }))
}

/** One uncollected order, for the staff who decide about it; null for other users. */
export async function readUncollected(api: Api, orderId: string) {
  const [found, held] = await Promise.all([
    api.tables
      .from('uncollected')
      .select(
        `${UNCOLLECTED}, order:orders(order_no, buyer_name, user_id, buyer_fee_bps, lines:order_lines(id, unit_price)), vendor:vendors(business_name)`,
      )
      .eq('order_id', orderId)
      .maybeSingle()
      .overrideTypes<UncollectedOrder, { merge: false }>(),
    api.tables
      .from('held_goods')
      .select(HELD)
      .eq('order_id', orderId)
      .maybeSingle()
      .overrideTypes<HeldHandOver, { merge: false }>(),
  ])
  return { found: found.data, held: held.data, failure: found.error?.message ?? held.error?.message ?? null }
}

interface UncollectedOrder extends Uncollected {
  order: {
    order_no: number
    buyer_name: string
    user_id: string
    buyer_fee_bps: number
    lines: { id: string; unit_price: number }[]
  }
  vendor: { business_name: string } | null
}

/**
 * The price that the buyer paid for the remaining goods, with the fee. A sale's amount is checked against it
 * (`amount_bounds` in the database).
 */
export function worthKobo(
  { lines, buyer_fee_bps: bps }: UncollectedOrder['order'],
  left: HeldHandOver['lines'],
): number {
  const price = new Map(lines.map(({ id, unit_price }) => [id, unit_price * 100]))
  const goods = left.reduce((sum, { line_id, quantity }) => sum + quantity * (price.get(line_id) ?? 0), 0)
  return goods + Math.floor((goods * bps) / 10_000)
}
