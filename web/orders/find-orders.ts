import type { Api } from '#api/api.ts'
import { ALL_PAID } from '#web/desk/figures/sold-orders.ts'
import { isId, ROWS_A_PAGE } from '#web/list-page.ts'
import { isInstantText } from '#web/lists/instant-text.ts'
import { ReadFault } from '#web/lists/read-all-rows.ts'
import type { OrderAddress } from './order-filters.tsx'
import type { AllOrdersRow } from './order-rows.tsx'

/** A page of orders by keyset pagination: without page numbers or counts, so that any page is read at the same cost. */
export interface OrderPage {
  rows: AllOrdersRow[]
  /** Cursors of the neighbouring pages; null if there is none. */
  newer: string | null
  older: string | null
  /**
   * The search stopped at an order of this time because too many names match; the next page's cursor continues there.
   */
  searchedUntil: string | null
  failure: string | null
}

/** The cursors in the address. */
interface OrderCursor {
  older: string
  newer: string
}

export function readOrderCursor(params: URLSearchParams): OrderCursor {
  const key = (name: string) => (decodeCursor(params.get(name) ?? '') ? (params.get(name) ?? '') : '')
  return { older: key('older'), newer: key('newer') }
}

interface OrderSearch extends OrderAddress, OrderCursor {
  shop?: string
  buy?: string
}

/** Orders of the overseen shops, or of the user's own shop, newest first. */
export async function findOrders(api: Api, search: OrderSearch, size = ROWS_A_PAGE): Promise<OrderPage> {
  const [after, before] = [decodeCursor(search.older), decodeCursor(search.newer)]
  const { data, error } = await api.tables.rpc('find_orders', {
    search: search.search,
    status: search.status,
    kind: search.kind,
    most: size + 1,
    ...(search.month && { month: `${search.month}-01` }),
    ...(search.shop && { shop: search.shop }),
    ...(search.buy && { buy: search.buy }),
    ...(after && { after_at: after.at, after_id: after.id }),
    ...(before && !after && { before_at: before.at, before_id: before.id }),
  })
  const all = data ?? []
  const found = all.filter(({ is_edge }) => !is_edge)
  const edge = all.find(({ is_edge }) => is_edge)
  const backwards = before !== null && after === null
  const hasMore = found.length > size
  const shown = backwards ? found.slice(-size) : found.slice(0, size)
  const orders = await readOrders(api, shown)
  const [first, last] = [shown[0], shown.at(-1)]
  // A page without results has no first row to go back from.
  const passed = !backwards && !first ? search.older || null : null
  const newerKey = first && (backwards ? hasMore : after !== null) ? orderCursor(first) : passed
  const olderKey = last && (backwards || hasMore) ? orderCursor(last) : null
  return {
    rows: orders.rows,
    newer: edge && backwards ? orderCursor(edge) : newerKey,
    older: edge && !backwards ? orderCursor(edge) : olderKey,
    searchedUntil: edge?.created_at ?? null,
    failure: error?.message ?? orders.failure,
  }
}

/** The same for a list without a search, from its other end: `newer` is the page that follows. */
export async function findOldestOrders(api: Api, search: OrderSearch): Promise<OrderPage> {
  const isFirst = !search.older && !search.newer
  const page = await findOrders(api, isFirst ? { ...search, newer: orderCursor(BEGINNING) } : search)
  return { ...page, rows: page.rows.toReversed(), older: isFirst ? null : page.older }
}

/** Before all orders. */
const BEGINNING: OrderKey = { created_at: '2000-01-01T00:00:00Z', id: '00000000-0000-0000-0000-000000000000' }

/** All found orders in batches, newest first. Throws `ReadFault`. */
export async function* readFoundOrders(api: Api, search: OrderSearch | OrderAddress): AsyncGenerator<AllOrdersRow[]> {
  let older = ''
  do {
    const page = await findOrders(api, { ...search, older, newer: '' }, BATCH_ROWS)
    if (page.failure) throw new ReadFault(page.failure)
    yield page.rows
    older = page.older ?? ''
  } while (older !== '')
}

/** As many as the search returns at once, without the row that says whether there are more; their ids fit in one address. */
const BATCH_ROWS = 400

/** The place of an order in a list, newest first. */
export interface OrderKey {
  id: string
  created_at: string
}

/** The rows of these orders, in their order. */
export async function readOrders(api: Api, found: readonly { id: string }[]) {
  if (found.length === 0) return { rows: [], failure: null }
  const { data, error } = await api.tables
    .from('all_orders')
    .select('*')
    .in(
      'id',
      found.map(({ id }) => id),
    )
    .overrideTypes<AllOrdersRow[], { merge: false }>()
  const byId = new Map((data ?? []).map((row) => [row.id, row]))
  return { rows: found.flatMap(({ id }) => byId.get(id) ?? []), failure: error?.message ?? null }
}

/** The key of the page after an order. */
export const orderCursor = ({ created_at: at, id }: OrderKey) => `${at}_${id}`

/** The order that a cursor names; null for any other text. */
export function readOrderKey(cursor: string): OrderKey | null {
  const key = decodeCursor(cursor)
  return key && { id: key.id, created_at: key.at }
}

function decodeCursor(key: string): { at: string; id: string } | null {
  const [at = '', id = ''] = key.split('_')
  return isId(id) && isInstantText(at) ? { at, id } : null
}

interface CountedMonth {
  month: string
  placed: number
  orders: number
  promised_orders: number
}

/**
 * The number of orders in a month's list, from the stored sums its figures show; null for lists that no figure links
 * to.
 */
export async function countMonthOrders(api: Api, search: OrderAddress, view: 'overseen_months' | 'shop_months') {
  const column = COUNTED[search.status]
  if (!search.month || search.search || search.kind || !column) return null
  const { data, error } = await api.tables
    .from(view)
    .select('month, placed, orders, promised_orders')
    .eq('month', `${search.month}-01`)
    .overrideTypes<CountedMonth[], { merge: false }>()
  return error ? null : data.reduce((sum, row) => sum + row[column], 0)
}

const COUNTED: Partial<Record<OrderAddress['status'], keyof Omit<CountedMonth, 'month'>>> = {
  '': 'placed',
  [ALL_PAID]: 'orders',
  pending: 'promised_orders',
}
