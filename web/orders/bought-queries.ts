import type { Api } from '#api/api.ts'

/** What the person bought before, each product once, latest first, with what is on sale now. */
export async function listBoughtProducts(api: Api, userId: string) {
  const [orders, items] = await Promise.all([
    api.tables
      .from('orders')
      .select('created_at, group_buy:group_buys!inner(product_id)')
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(300),
    api.tables
      .from('bulk_order_items')
      .select('product_id, bulk_order:bulk_orders!inner(user_id, created_at)')
      .eq('bulk_order.user_id', userId)
      .order('bulk_order(created_at)', { ascending: false })
      .limit(300),
  ])
  const bought = [
    ...(orders.data ?? []).map((row) => ({ productId: row.group_buy.product_id, at: row.created_at })),
    ...(items.data ?? []).map((row) => ({ productId: row.product_id, at: row.bulk_order.created_at })),
  ]
  return { bought, failure: orders.error?.message ?? items.error?.message ?? null }
}

/** The products still on sale, with their open buys. */
export async function readProductsOnSale(api: Api, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { data } = await api.tables
    .from('products')
    .select(
      'id, name, base_price, unit, image_url, available_quantity, vendor:vendors!inner(id, business_name), group_buys(id, status, end_date, current_price)',
    )
    .in('id', [...ids])
    .is('archived_at', null)
    .eq('vendor.status', 'active')
    .eq('group_buys.status', 'active')
  return data ?? []
}

export type ProductOnSale = Awaited<ReturnType<typeof readProductsOnSale>>[number]
