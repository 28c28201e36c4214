import type { Api } from '#api/api.ts'
import { SHOWN_PRICE_COLUMNS } from '#domain/group-buys/price/shown-price.ts'
import { laterPause } from '#domain/vendors/shop-pause.ts'

/** The products the user has ordered, each once, latest first, with those on sale now. */
export async function listBoughtProducts(api: Api, userId: string) {
  const { data, error } = await api.tables
    .from('orders')
    .select('created_at, lines:order_lines!inner(product_id)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(300)
  const bought = (data ?? []).flatMap(({ created_at, lines }) =>
    lines.map(({ product_id }) => ({ productId: product_id, at: created_at })),
  )
  return { bought, failure: error?.message ?? null }
}

/** The products still on sale, with their open buys. */
export async function readProductsOnSale(api: Api, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { data } = await api.tables
    .from('products')
    .select(
      `id, name, base_price, unit, image_url, available_quantity, paused_until, vendor:vendors!inner(id, business_name, paused_until), group_buys(id, status, end_date, ${SHOWN_PRICE_COLUMNS})` as const,
    )
    .in('id', [...ids])
    .is('archived_at', null)
    .eq('vendor.status', 'active')
    .eq('group_buys.status', 'active')
  return (data ?? []).map((product) => ({
    ...product,
    paused_until: laterPause(product.paused_until, product.vendor.paused_until),
  }))
}

export type ProductOnSale = Awaited<ReturnType<typeof readProductsOnSale>>[number]
