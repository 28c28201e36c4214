import type { Api } from '#api/api.ts'
import { rowsOf } from '#web/list-page.ts'

/** Products that are not archived, newest first; of all shops, open or not. */
export function listProducts(api: Api, { search, page }: { search: string; page: number }) {
  let query = api.tables
    .from('products')
    .select('id, name, category, base_price, unit, image_url, created_at, vendor:vendors(business_name)', {
      count: 'exact',
    })
    .is('archived_at', null)
    .order('created_at', { ascending: false })
    .order('id')
    .range(...rowsOf(page))
  // What would be a wildcard or an escape in the pattern is only a gap here.
  if (search) query = query.ilike('name', `%${search.replace(/[\\%_*]/g, ' ').trim()}%`)
  return query
}

export type Product = NonNullable<Awaited<ReturnType<typeof listProducts>>['data']>[number]

/** Archives the product; refused with 409 while a buy or an order needs it. */
export function removeProduct(api: Api, id: string) {
  return api.tables.from('products').delete().eq('id', id)
}
