import type { Api } from '#api/api.ts'
import { SHOP_NOTE_COLUMNS } from '#web/desk/shop/shop-notes.tsx'
import { isId, ROWS_A_PAGE } from '#web/list-page.ts'
import { afterRow } from '#web/lists/read-all-rows.ts'
import { type OrderKey, orderCursor } from '../../find-orders.ts'
import type { AllOrdersRow } from '../../order-rows.tsx'

interface CustomerQuery {
  shopId: string
  id: string
  /** The order before the page; null for the newest. */
  after: OrderKey | null
}

/** A customer of the shop as their orders there tell; null for anybody else. */
export async function readCustomer(api: Api, { shopId, id, after }: CustomerQuery) {
  if (!isId(id)) return { customer: null, orders: [], older: null, notes: [], failure: null }
  const { tables } = api
  const [found, orders, notes] = await Promise.all([
    tables.from('shop_customers').select('*').eq('user_id', id).maybeSingle(),
    afterRow(
      tables
        .from('all_orders')
        .select('*')
        .eq('vendor_id', shopId)
        .eq('user_id', id)
        .order('created_at', { ascending: false })
        .order('id'),
      { at: 'created_at', last: after, size: ROWS_A_PAGE + 1 },
    ).overrideTypes<AllOrdersRow[], { merge: false }>(),
    tables
      .from('shop_notes')
      .select(SHOP_NOTE_COLUMNS)
      .eq('vendor_id', shopId)
      .eq('customer_id', id)
      .order('created_at')
      .order('id'),
  ])
  const rows = (orders.data ?? []).slice(0, ROWS_A_PAGE)
  const last = rows.at(-1)
  return {
    customer: found.data,
    orders: rows,
    older: last && (orders.data ?? []).length > ROWS_A_PAGE ? orderCursor(last) : null,
    notes: notes.data ?? [],
    failure: found.error?.message ?? orders.error?.message ?? null,
  }
}

export type ShopCustomer = NonNullable<Awaited<ReturnType<typeof readCustomer>>['customer']>
