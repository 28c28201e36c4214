import type { Api } from '#api/api.ts'
import type { SoldProduct } from '#web/orders/sold.tsx'

export interface ShopMonth {
  month: string
  orders: number
  promised_orders: number
  completed_orders: number
  goods: number
  promised_goods: number
  vendor_fee_kobo: number
}

export async function readShopMonths(api: Api) {
  const { data, error } = await api.tables
    .from('shop_months')
    .select('*')
    .overrideTypes<ShopMonth[], { merge: false }>()
  return { months: data ?? [], failure: error?.message ?? null }
}

/** The shop's products by goods ordered in the reported months, largest first. */
export async function listProductsSold(api: Api) {
  const { data } = await api.tables
    .from('shop_products_sold')
    .select('*')
    .order('goods', { ascending: false })
    .order('product_id')
    .limit(10)
    .overrideTypes<SoldProduct[], { merge: false }>()
  return data ?? []
}

export async function readShopMetrics(api: Api, shopId: string) {
  return (await api.tables.from('vendor_metrics').select('*').eq('vendor_id', shopId).maybeSingle()).data
}

/** The dashboard's counts; every number links to a page. */
export async function readShopDay(api: Api, shopId: string, now: Date) {
  const soon = new Date(now.getTime() + SOON_MS).toISOString()
  const only = { count: 'exact', head: true } as const
  const tables = api.tables
  const ofShop = () => tables.from('orders').select('id', only).eq('vendor_id', shopId)
  const [pending, pendingBulk, paidBulk, closing, short, drafts, published, products, soldOut, unread] =
    await Promise.all([
      ofShop().eq('status', 'pending').not('group_buy_id', 'is', null),
      ofShop().eq('status', 'pending').is('group_buy_id', null),
      ofShop().eq('status', 'paid').is('group_buy_id', null),
      tables
        .from('group_buys')
        .select(
          'id, product_name, unit, end_date, current_participants, paid_participants, min_participants, current_quantity, target_quantity',
          {
            count: 'exact',
          },
        )
        .eq('vendor_id', shopId)
        .eq('status', 'active')
        .lte('end_date', soon)
        .order('end_date')
        .limit(5),
      tables.from('group_buys').select('id', only).eq('vendor_id', shopId).in('status', ['confirmed', 'ready']),
      tables.from('group_buys').select('id', only).eq('vendor_id', shopId).eq('status', 'draft'),
      tables.from('group_buys').select('id', only).eq('vendor_id', shopId).neq('status', 'draft'),
      tables.from('products').select('id', only).eq('vendor_id', shopId).is('archived_at', null),
      tables
        .from('products')
        .select('id', only)
        .eq('vendor_id', shopId)
        .is('archived_at', null)
        .eq('available_quantity', 0),
      tables.from('my_conversations').select('id', only).eq('is_unread', true),
    ])
  return {
    pendingOrders: pending.count ?? 0,
    pendingBulk: pendingBulk.count ?? 0,
    paidBulk: paidBulk.count ?? 0,
    closing: closing.data ?? [],
    closingCount: closing.count ?? 0,
    toShare: short.count ?? 0,
    drafts: drafts.count ?? 0,
    published: published.count ?? 0,
    products: products.count ?? 0,
    soldOut: soldOut.count ?? 0,
    unread: unread.count ?? 0,
    failure: pending.error?.message ?? closing.error?.message ?? null,
  }
}

/** "Closing soon": within three days. */
const SOON_MS = 3 * 24 * 3_600_000
