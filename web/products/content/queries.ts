import type { Api } from '#api/api.ts'
import { type ContentFilters, contentPage } from '#web/content/content-page.ts'

/** Columns with an index over the products that are not archived. */
export const LISTED_PRODUCT_SORTS = { name: 'name', price: 'base_price', added: 'created_at' }
export const LISTED_PRODUCT_ORDER = '-added'

/** Products of all shops, open or not, except archived ones; those added on these days, newest first. */
export function listProducts(api: Api, filters: ContentFilters) {
  const query = api.tables
    .from('products')
    .select('id, name, category, base_price, unit, image_url, created_at, vendor:vendors(business_name)', {
      count: 'exact',
    })
    .is('archived_at', null)
  return contentPage(query, filters, {
    searched: 'name',
    dated: 'created_at',
    sorts: LISTED_PRODUCT_SORTS,
    order: LISTED_PRODUCT_ORDER,
  })
}

export type Product = NonNullable<Awaited<ReturnType<typeof listProducts>>['data']>[number]

/** Archives the product. 409 while a buy or an order needs it. */
export function removeProduct(api: Api, id: string) {
  return api.tables.from('products').delete().eq('id', id)
}
