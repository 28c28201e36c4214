import type { Api } from '#api/api.ts'
import { ALL_PAID } from '#web/desk/sold-orders.ts'
import { isId, ROWS_A_PAGE } from '#web/list-page.ts'
import type { OrderAddress } from './order-filters.tsx'
import type { OrderLine } from './order-rows.tsx'

/** A page of orders between two keys: neither numbered nor counted, so that the millionth order is as near as the first. */
export interface FoundOrders {
  rows: OrderLine[]
  /** Keys for the address of the pages beside this one; null where there is none. */
  newer: string | null
  older: string | null
  /** So many have that name that the search stopped at an order of this moment: the key of the next page goes on from there. */
  lookedUntil: string | null
  failure: string | null
}

/** The key of a page's neighbour, as it stands in an address. */
interface OrderKey {
  older: string
  newer: string
}

export function readOrderKey(params: URLSearchParams): OrderKey {
  const key = (name: string) => (partsOf(params.get(name) ?? '') ? (params.get(name) ?? '') : '')
  return { older: key('older'), newer: key('newer') }
}

interface Wish extends OrderAddress, OrderKey {
  shop?: string
  buy?: string
}

/** What the reader oversees, or their own shop's orders, newest first. */
export async function findOrders(api: Api, wish: Wish): Promise<FoundOrders> {
  const [after, before] = [partsOf(wish.older), partsOf(wish.newer)]
  const { data, error } = await api.tables.rpc('find_orders', {
    search: wish.search,
    status: wish.status,
    kind: wish.kind,
    most: ROWS_A_PAGE + 1,
    ...(wish.month && { month: `${wish.month}-01` }),
    ...(wish.shop && { shop: wish.shop }),
    ...(wish.buy && { buy: wish.buy }),
    ...(after && { after_at: after.at, after_id: after.id }),
    ...(before && !after && { before_at: before.at, before_id: before.id }),
  })
  const all = data ?? []
  const found = all.filter(({ is_edge }) => !is_edge)
  const edge = all.find(({ is_edge }) => is_edge)
  const backwards = before !== null && after === null
  const hasMore = found.length > ROWS_A_PAGE
  const shown = backwards ? found.slice(-ROWS_A_PAGE) : found.slice(0, ROWS_A_PAGE)
  const orders = await readOrders(api, shown)
  const [first, last] = [shown[0], shown.at(-1)]
  // A page that the search passed without finding anything has no first row to go back from.
  const passed = !backwards && !first ? wish.older || null : null
  const newerKey = first && (backwards ? hasMore : after !== null) ? keyOf(first) : passed
  const olderKey = last && (backwards || hasMore) ? keyOf(last) : null
  return {
    rows: orders.rows,
    newer: edge && backwards ? keyOf(edge) : newerKey,
    older: edge && !backwards ? keyOf(edge) : olderKey,
    lookedUntil: edge?.created_at ?? null,
    failure: error?.message ?? orders.failure,
  }
}

interface Found {
  id: string
  created_at: string
  /** Not found, but the last that was looked at. */
  is_edge: boolean
}

async function readOrders(api: Api, found: readonly Found[]) {
  if (found.length === 0) return { rows: [], failure: null }
  const { data, error } = await api.tables
    .from('all_orders')
    .select('*')
    .in(
      'id',
      found.map(({ id }) => id),
    )
    .overrideTypes<OrderLine[], { merge: false }>()
  const byId = new Map((data ?? []).map((row) => [row.id, row]))
  return { rows: found.flatMap(({ id }) => byId.get(id) ?? []), failure: error?.message ?? null }
}

const keyOf = ({ created_at: at, id }: Found) => `${at}_${id}`

function partsOf(key: string): { at: string; id: string } | null {
  const [at = '', id = ''] = key.split('_')
  return isId(id) && /^20\d\d-\d\d-\d\d[T ][\d:.]{8,15}(Z|[+-]\d\d(:?\d\d)?)$/.test(at) ? { at, id } : null
}

interface CountedMonth {
  month: string
  placed: number
  orders: number
  promised_orders: number
}

/** How many orders a month's list has, from the kept sums that its figures show; null for lists that no figure opens. */
export async function countOfMonth(api: Api, wish: OrderAddress, view: 'overseen_months' | 'shop_months') {
  const column = COUNTED[wish.status]
  if (!wish.month || wish.search || wish.kind || !column) return null
  const { data, error } = await api.tables
    .from(view)
    .select('month, placed, orders, promised_orders')
    .eq('month', `${wish.month}-01`)
    .overrideTypes<CountedMonth[], { merge: false }>()
  return error ? null : data.reduce((sum, row) => sum + row[column], 0)
}

const COUNTED: Partial<Record<OrderAddress['status'], keyof Omit<CountedMonth, 'month'>>> = {
  '': 'placed',
  [ALL_PAID]: 'orders',
  pending: 'promised_orders',
}
