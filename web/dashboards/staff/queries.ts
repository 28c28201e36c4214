import type { Api } from '#api/api.ts'
import type { Viewer } from '#api/session.ts'
import { likeText, listPage, rowsOf } from '../../list-page.ts'
import type { OrderLine } from '../parts/order-rows.tsx'
import type { SoldProduct } from '../parts/sold.tsx'

/** Whose shops somebody looks after: a manager's states, everywhere for coordinators and chiefs. */
export interface Scope {
  /** Null is everywhere. */
  states: string[] | null
}

export async function readScope(api: Api, viewer: Viewer): Promise<Scope> {
  if (viewer.role !== 'manager') return { states: null }
  const { data } = await api.tables
    .from('manager_regions')
    .select('state')
    .eq('manager_id', viewer.userId ?? '')
    .order('state')
  return { states: (data ?? []).map(({ state }) => state) }
}

/** "Lagos, Oyo" for a heading. */
export const scopeText = ({ states }: Scope): string => states?.join(', ') ?? 'All states'

interface Asked {
  search: string
  page: number
}

export async function listOrders(api: Api, { states }: Scope, given: Asked & { status: string; kind: string }) {
  let query = api.tables.from('all_orders').select('*', { count: 'exact' })
  if (states) query = query.in('vendor_state', states)
  if (given.status) query = query.eq('status', given.status)
  if (given.kind) query = query.eq('kind', given.kind)
  if (/^\d{1,12}$/.test(given.search)) query = query.eq('order_no', Number(given.search))
  else if (given.search) {
    const like = likeText(given.search)
    query = query.or(`buyer_name.ilike."${like}",vendor_name.ilike."${like}",product_name.ilike."${like}"`)
  }
  return listPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(given.page))
      .overrideTypes<OrderLine[], { merge: false }>(),
  )
}

export async function listProducts(api: Api, { states }: Scope, given: Asked & { category: string; show: string }) {
  let query = api.tables
    .from('products')
    .select(
      'id, name, category, base_price, unit, available_quantity, share_date, created_at, vendor:vendors!inner(id, business_name, state, status)',
      { count: 'exact' },
    )
    .is('archived_at', null)
  if (states) query = query.in('vendor.state', states)
  if (given.category) query = query.eq('category', given.category)
  if (given.show === 'sold-out') query = query.eq('available_quantity', 0)
  if (given.search) query = query.ilike('name', likeText(given.search))
  return listPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(given.page)),
  )
}

export type StaffProduct = Awaited<ReturnType<typeof listProducts>>['rows'][number]

export interface RegionBuyer {
  user_id: string
  buyer_name: string
  orders: number
  shops: number
  live_orders: number
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
  orders: number
  live_orders: number
  completed_orders: number
  expired_orders: number
  goods: number
  fees_kobo: number
}

/** Figures by state and month of the last twelve months, the newest month first. */
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
  /** Null where the products are no longer to be seen. */
  category: string | null
  products: number
  orders: number
  goods: number
}

/** What the overseen shops sold in the reported months, by category and by product, the largest first. */
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

export type CountSubject = 'group_buys' | 'orders' | 'vendors' | 'products' | 'people' | 'mails' | 'contact'

export interface Counted {
  subject: CountSubject
  status: string
  amount: number
}

export async function readCounts(api: Api) {
  const { data, error } = await api.tables
    .from('overseen_counts')
    .select('*')
    .overrideTypes<Counted[], { merge: false }>()
  return { counts: data ?? [], failure: error?.message ?? null }
}

/** How many of a subject, of one status or of all. */
export function amountOf(counts: readonly Counted[], subject: CountSubject, ...statuses: string[]): number {
  return counts
    .filter((row) => row.subject === subject && (statuses.length === 0 || statuses.includes(row.status)))
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Buys that close within two days with too few people so far. */
export async function listBuysInDanger(api: Api, { states }: Scope, now: Date) {
  let query = api.tables
    .from('group_buys')
    .select(
      'id, product_name, end_date, current_participants, paid_participants, min_participants, vendor:vendors!inner(business_name, state)',
    )
    .eq('status', 'active')
    .gt('end_date', now.toISOString())
    .lte('end_date', new Date(now.getTime() + 2 * 24 * 3_600_000).toISOString())
  if (states) query = query.in('vendor.state', states)
  const { data } = await query.order('end_date').limit(100)
  return (data ?? []).filter(({ paid_participants: paid, min_participants: least }) => paid < least)
}

export type BuyInDanger = Awaited<ReturnType<typeof listBuysInDanger>>[number]
