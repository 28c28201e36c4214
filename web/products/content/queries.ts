import type { Api } from '#api/api.ts'
import { likeText, rowRange } from '#web/list-page.ts'

/** Products of all shops, open or not, except archived ones; newest first. */
export function listProducts(api: Api, { search, page }: { search: string; page: number }) {
  let query = api.tables
    .from('products')
    .select('id, name, category, base_price, unit, image_url, created_at, vendor:vendors(business_name)', {
      count: 'exact',
    })
    .is('archived_at', null)
    .order('created_at', { ascending: false })
    .order('id')
    .range(...rowRange(page))
  if (search) query = query.ilike('name', likeText(search))
  return query
}

export type Product = NonNullable<Awaited<ReturnType<typeof listProducts>>['data']>[number]

/** Archives the product. 409 while a buy or an order needs it. */
export function removeProduct(api: Api, id: string) {
  return api.tables.from('products').delete().eq('id', id)
}
