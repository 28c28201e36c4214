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
    .throwOnError()
    .overrideTypes<SoldProduct[], { merge: false }>()
  return data
}

export async function readShopMetrics(api: Api, shopId: string) {
  return (await api.tables.from('vendor_metrics').select('*').eq('vendor_id', shopId).maybeSingle().throwOnError()).data
}

/** The dashboard's own counts; pending work comes from `readWaiting`. */
export async function readShopDay(api: Api, shopId: string, now: Date) {
  const soon = new Date(now.getTime() + SOON_MS).toISOString()
  const only = { count: 'exact', head: true } as const
  const tables = api.tables
  const [closing, drafts, published, products, soldOut] = await Promise.all([
    tables
      .from('group_buys')
      .select(
        'id, product_name, unit, end_date, current_participants, paid_participants, min_participants, current_quantity, target_quantity',
      )
      .eq('vendor_id', shopId)
      .eq('status', 'active')
      .lte('end_date', soon)
      .order('end_date')
      .limit(100),
    tables.from('group_buys').select('id', only).eq('vendor_id', shopId).eq('status', 'draft'),
    tables.from('group_buys').select('id', only).eq('vendor_id', shopId).neq('status', 'draft'),
    tables.from('products').select('id', only).eq('vendor_id', shopId).is('archived_at', null),
    tables
      .from('products')
      .select('id', only)
      .eq('vendor_id', shopId)
      .is('archived_at', null)
      .eq('available_quantity', 0),
  ])
  return {
    closing: closing.data ?? [],
    drafts: drafts.count ?? 0,
    published: published.count ?? 0,
    products: products.count ?? 0,
    soldOut: soldOut.count ?? 0,
    failure: closing.error?.message ?? products.error?.message ?? null,
  }
}

/** "Closing soon": within three days. */
const SOON_MS = 3 * 24 * 3_600_000
