import type { Api } from '#api/api.ts'
import { listPage, rowsOf } from '../list-page.ts'

export interface OwnListWish {
  userId: string
  show: 'open' | 'past'
  /** From 1. */
  page: number
}

/** Nothing more happens to these. */
const PAST = ['completed', 'expired', 'cancelled', 'refunded']

/** A page of the person's orders of both kinds, newest first, and the number behind each tab. */
export async function listOwnOrders(api: Api, { userId, show, page }: OwnListWish) {
  const past = `(${PAST.join(',')})`
  const own = () => api.tables.from('all_orders').select('id', { count: 'exact' }).eq('user_id', userId)
  const those = show === 'past' ? own().in('status', PAST) : own().not('status', 'in', past)
  const others = show === 'past' ? own().not('status', 'in', past) : own().in('status', PAST)
  const [found, rest] = await Promise.all([
    those
      .order('created_at', { ascending: false })
      .order('order_no', { ascending: false })
      .range(...rowsOf(page)),
    others.limit(1),
  ])
  const list = listPage<{ id: string | null }>(found)
  const ids = list.rows.map(({ id }) => id ?? '')
  const { rows, failure } = await readRows(api, ids)
  const amounts =
    show === 'past' ? { open: rest.count ?? 0, past: list.count } : { open: list.count, past: rest.count ?? 0 }
  return { rows, amounts, pageCount: list.pageCount, failure: list.failure ?? failure }
}

type Rows = Awaited<ReturnType<typeof readRows>>['rows']
export type OwnRow = Rows[number]
export type OwnGroupOrder = Extract<OwnRow, { kind: 'group' }>
export type OwnBulkOrder = Extract<OwnRow, { kind: 'bulk' }>

/** The rows with these ids, in the same order, with the columns a list shows. */
async function readRows(api: Api, ids: readonly string[]) {
  if (ids.length === 0) return { rows: [], failure: null }
  const [group, bulk] = await Promise.all([
    api.tables
      .from('orders')
      .select(
        `id, order_no, quantity, unit_price, ceiling_unit_price, fee_kobo, delivery_fee_kobo, total_amount, amount_due_kobo, status, created_at,
         group_buy:group_buys(id, product_name, unit, image_url, payment_due_at, share_date, final_price), vendor:vendors(id, business_name)`,
      )
      .in('id', ids),
    api.tables
      .from('bulk_orders')
      .select(
        `id, order_no, total_amount, amount_due_kobo, status, created_at, vendor:vendors(id, business_name),
         items:bulk_order_items(id, product_name, unit, quantity, image_url)`,
      )
      .in('id', ids),
  ])
  const rows = [
    ...(group.data ?? []).map((order) => ({ kind: 'group' as const, ...order, vendor: shownShop(order.vendor) })),
    ...(bulk.data ?? []).map((order) => ({ kind: 'bulk' as const, ...order, vendor: shownShop(order.vendor) })),
  ]
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return { rows, failure: group.error?.message ?? bulk.error?.message ?? null }
}

/** One of the person's own orders, of either kind, with its history; nothing for a malformed id. */
export async function readOwnOrder(api: Api, id: string, userId: string) {
  const [ordered, bulk, history] = await Promise.all([
    api.tables
      .from('orders')
      .select(
        `*, group_buy:group_buys(id, product_name, unit, image_url, payment_due_at, share_date, end_date, status, base_price, final_price,
         buyer_fee_bps), vendor:vendors(id, business_name, location)`,
      )
      .eq('id', id)
      .eq('user_id', userId)
      .maybeSingle(),
    api.tables
      .from('bulk_orders')
      .select(
        '*, vendor:vendors(id, business_name, location), items:bulk_order_items(id, product_name, unit, quantity, unit_price, image_url)',
      )
      .eq('id', id)
      .eq('user_id', userId)
      .maybeSingle(),
    api.tables.from('status_changes').select('id, to_status, at, reason').eq('subject_id', id).order('at').order('id'),
  ])
  const fault = ordered.error ?? bulk.error
  return {
    order: ordered.data && { ...ordered.data, vendor: shownShop(ordered.data.vendor) },
    bulkOrder: bulk.data && { ...bulk.data, vendor: shownShop(bulk.data.vendor) },
    history: history.data ?? [],
    failure: fault && fault.code !== '22P02' ? fault.message : null,
  }
}

/** A closed shop is not shown; what was bought there is. */
const shownShop = <Shop>(vendor: Shop): Shop | null => vendor
