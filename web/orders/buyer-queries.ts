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

/** Buyers from the overseen shops, or from the vendor's own. */
export async function listBuyers(api: Api, view: 'overseen_buyers' | 'shop_buyers', query: BuyersQuery) {
  const columns = view === 'overseen_buyers' ? (`${COLUMNS}, shops` as typeof COLUMNS) : COLUMNS
  const buyers = query.search
    ? api.tables
        .from(`${view}_by_name`)
        .select(columns, COUNTED)
        .ilike('name_parts', likeText(plainText(query.search)))
    : api.tables.from(view).select(columns, COUNTED)
  return listPage(
    await sortedBy(buyers, BUYER_SORTS, { sort: query.sort, fallback: BUYER_ORDER })
      .order('user_id')
      .range(...rowRange(query.page, query.size))
      .overrideTypes<DeskBuyer[], { merge: false }>(),
  )
}
