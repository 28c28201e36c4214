import type { Api } from '#api/api.ts'
import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { likeText, rowRange } from '#web/list-page.ts'

/** Columns with an index over the products that are not archived. */
export const LISTED_PRODUCT_SORTS = { name: 'name', price: 'base_price', added: 'created_at' }
export const LISTED_PRODUCT_ORDER = '-added'

interface ProductListFilters {
  search: string
  /** Lagos days on which products were added. */
  from: string
  until: string
  sort: string
  page: number
}

/** Products of all shops, open or not, except archived ones; newest first. */
export function listProducts(api: Api, { search, page, sort, from, until }: ProductListFilters) {
  let query = api.tables
    .from('products')
    .select('id, name, category, base_price, unit, image_url, created_at, vendor:vendors(business_name)', {
      count: 'exact',
    })
    .is('archived_at', null)
  if (search) query = query.ilike('name', likeText(search))
  const dated = withinDays(query, 'created_at', { from, until })
  return sortedBy(dated, LISTED_PRODUCT_SORTS, { sort, fallback: LISTED_PRODUCT_ORDER })
    .order('id')
    .range(...rowRange(page))
}

export type Product = NonNullable<Awaited<ReturnType<typeof listProducts>>['data']>[number]

/** Archives the product. 409 while a buy or an order needs it. */
export function removeProduct(api: Api, id: string) {
  return api.tables.from('products').delete().eq('id', id)
}
