import type { Api } from '#api/api.ts'
import { sortedBy } from '#web/desk/lists/list-query.ts'
import { COUNTED, likeText, listPage, rowRange } from '#web/list-page.ts'

/** A buyer with their orders from the shops of a desk. */
export interface DeskBuyer {
  user_id: string
  buyer_name: string
  orders: number
  promised_orders: number
  goods: number
  last_order_at: string
  /** For staff, who oversee several shops. */
  shops?: number
}

export const BUYER_FILTERS = { search: {} }

export const BUYER_SORTS = { name: 'buyer_name', orders: 'orders', goods: 'goods', last: 'last_order_at' }

/** The buyer of the last order first. */
export const BUYER_ORDER = '-last'

const COLUMNS = 'user_id, buyer_name, orders, promised_orders, goods, last_order_at'

/** Small letters without accents, as `search.plain` writes names. */
const plainText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

interface BuyersQuery {
  search: string
  sort: string
  page: number
  /** Rows in one answer; a page of the table by default. */
  size?: number
}

type BuyersView = 'overseen_buyers' | 'shop_buyers'

/**
 * Buyers from the overseen shops, or from the vendor's own. The page's people are found first: names and shops are looked
 * up once for each row that a query returns or skips.
 */
export async function listBuyers(api: Api, view: BuyersView, query: BuyersQuery) {
  const found = listPage(await buyerIds(api, view, query))
  if (found.rows.length === 0) return { ...found, rows: [] }
  const ids = found.rows.map(({ user_id }) => user_id ?? '')
  const columns = view === 'overseen_buyers' ? (`${COLUMNS}, shops` as typeof COLUMNS) : COLUMNS
  const { data, error } = await api.tables
    .from(view)
    .select(columns)
    .in('user_id', ids)
    .overrideTypes<DeskBuyer[], { merge: false }>()
  const buyers = new Map((data ?? []).map((buyer) => [buyer.user_id, buyer]))
  return {
    ...found,
    rows: ids.flatMap((id) => buyers.get(id) ?? []),
    failure: found.failure ?? error?.message ?? null,
  }
}

/** Ordered and searched by the name of the account, which is stored; the name on the last order is looked up for each. */
function buyerIds(api: Api, view: BuyersView, { search, sort, page, size }: BuyersQuery) {
  const isByName = search !== '' || sort === 'name' || sort === '-name'
  const all = api.tables.from(isByName ? `${view}_by_name` : view).select('user_id', COUNTED)
  const matching = search ? all.ilike('name_parts', likeText(plainText(search))) : all
  return sortedBy(matching, { ...BUYER_SORTS, name: 'name_parts' }, { sort, fallback: BUYER_ORDER })
    .order('user_id')
    .range(...rowRange(page, size))
}
