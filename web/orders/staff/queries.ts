import type { Api } from '#api/api.ts'
import { isId, likeText, listPage, rowsOf } from '#web/list-page.ts'
import type { OrderLine } from '../order-rows.tsx'
import type { SoldProduct } from '../sold.tsx'

interface Asked {
  search: string
  page: number
}

export interface RegionBuyer {
  user_id: string
  buyer_name: string
  orders: number
  promised_orders: number
  shops: number
  goods: number
  last_order_at: string
}

/** The people who bought from the overseen shops. */
export async function listBuyers(api: Api, given: Asked & { sort: 'last_order_at' | 'orders' | 'goods' }) {
  let query = api.tables.from('overseen_buyers').select('*', { count: 'exact' })
  if (given.search) query = query.ilike('buyer_name', likeText(given.search))
  return listPage(
    await query
      .order(given.sort, { ascending: false })
      .order('user_id')
      .range(...rowsOf(given.page))
      .overrideTypes<RegionBuyer[], { merge: false }>(),
  )
}

export interface RegionMonth {
  state: string
  month: string
  /** All that were placed, whatever became of them. */
  placed: number
  orders: number
  promised_orders: number
  completed_orders: number
  expired_orders: number
  goods: number
  promised_goods: number
  fees_kobo: number
}

/** Figures by state and month for the last twelve months, newest month first. */
export async function readMonths(api: Api) {
  const { data, error } = await api.tables
    .from('overseen_months')
    .select('*')
    .order('month', { ascending: false })
    .order('state')
    .overrideTypes<RegionMonth[], { merge: false }>()
  return { months: data ?? [], failure: error?.message ?? null }
}

export interface SoldCategory {
  /** Null if the products can no longer be seen. */
  category: string | null
  products: number
  orders: number
  goods: number
}

/** What the overseen shops sold in the reported months, by category and by product, largest first. */
export async function readSold(api: Api) {
  const [categories, products] = await Promise.all([
    api.tables
      .from('overseen_categories')
      .select('*')
      .order('goods', { ascending: false })
      .overrideTypes<SoldCategory[], { merge: false }>(),
    api.tables
      .from('overseen_products_sold')
      .select('*')
      .order('goods', { ascending: false })
      .order('product_id')
      .limit(10)
      .overrideTypes<SoldProduct[], { merge: false }>(),
  ])
  return { categories: categories.data ?? [], products: products.data ?? [] }
}

/** An order with its money and what was given back of it; nothing for an id that is none. */
export async function readStaffOrder(api: Api, id: string) {
  if (!isId(id)) return { order: null, earning: null, parts: [], refunds: [], failure: null }
  const [found, earning, parts, refunds] = await Promise.all([
    api.tables
      .from('all_orders')
      .select('*')
      .eq('id', id)
      .maybeSingle()
      .overrideTypes<OrderLine & { fee_kobo: number; returned_kobo: number; total_amount: number }, { merge: false }>(),
    api.tables.from('order_earnings').select('*').eq('order_id', id).maybeSingle(),
    api.tables
      .from('order_returns')
      .select('id, goods_kobo, fee_kobo, delivery_kobo, payer, reason, created_at')
      .eq('order_id', id)
      .order('created_at'),
    api.tables.from('refunds').select('id, amount_kobo, status, expected_by').eq('order_id', id).order('created_at'),
  ])
  return {
    order: found.data,
    earning: earning.data,
    parts: parts.data ?? [],
    refunds: refunds.data ?? [],
    failure: found.error?.message ?? null,
  }
}
