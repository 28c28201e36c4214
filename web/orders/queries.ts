import type { Api } from '#api/api.ts'

const MOST = 100

type OwnOrders = Awaited<ReturnType<typeof listOwnOrders>>
export type OwnOrder = OwnOrders['orders'][number]
export type OwnBulkOrder = OwnOrders['bulkOrders'][number]

/** The person's orders of both kinds, newest first. */
export async function listOwnOrders(api: Api, userId: string) {
  const [ordered, bulk] = await Promise.all([
    api.tables
      .from('orders')
      .select(
        `id, order_no, quantity, unit_price, total_amount, ceiling_unit_price, amount_due_kobo, returned_kobo, status, created_at,
         group_buy:group_buys(id, product_name, unit, image_url, payment_due_at, share_date, end_date), vendor:vendors(id, business_name)`,
      )
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(MOST),
    api.tables
      .from('bulk_orders')
      .select(
        `id, order_no, total_amount, amount_due_kobo, status, created_at, vendor:vendors(id, business_name),
         items:bulk_order_items(id, product_name, unit, quantity, unit_price, image_url)`,
      )
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(MOST),
  ])
  return {
    orders: ordered.data ?? [],
    bulkOrders: bulk.data ?? [],
    error: ordered.error?.message ?? bulk.error?.message ?? null,
  }
}

/** One order of the person's own, of either kind, with its history. */
export async function readOwnOrder(api: Api, id: string, userId: string) {
  const [ordered, bulk, history] = await Promise.all([
    api.tables
      .from('orders')
      .select(
        `*, group_buy:group_buys(id, product_name, unit, image_url, payment_due_at, share_date, end_date, status, base_price, final_price),
         vendor:vendors(id, business_name, location)`,
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
    api.tables.from('status_changes').select('to_status, at, reason').eq('subject_id', id).order('at'),
  ])
  return { order: ordered.data, bulkOrder: bulk.data, history: history.data ?? [] }
}
