import type { Api } from '#api/api.ts'
import { choice } from '#web/desk/lists/list-query.ts'
import { likeText, listPage, rowRange } from '#web/list-page.ts'

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

export const BUYER_FILTERS = {
  search: {},
  sort: choice('Sort by', 'Last order', { orders: 'Most orders', goods: 'Most bought' }),
}

interface BuyersQuery {
  search: string
  sort: '' | 'orders' | 'goods'
  page: number
}

/** Buyers from the overseen shops, or from the vendor's own. */
export async function listBuyers(api: Api, view: 'overseen_buyers' | 'shop_buyers', query: BuyersQuery) {
  let buyers = api.tables.from(view).select('*', { count: 'exact' })
  if (query.search) buyers = buyers.ilike('buyer_name', likeText(query.search))
  return listPage(
    await buyers
      .order(query.sort || 'last_order_at', { ascending: false })
      .order('user_id')
      .range(...rowRange(query.page))
      .overrideTypes<DeskBuyer[], { merge: false }>(),
  )
}
