import type { Api } from '#api/api.ts'
import { categoryLabels } from '#domain/products/categories.ts'
import { choice, sortedBy } from '#web/desk/lists/list-query.ts'
import type { Scope } from '#web/desk/lists/scope.ts'
import { COUNTED, likeText, listPage, rowRange } from '#web/list-page.ts'

export const PRODUCT_FILTERS = {
  search: {},
  category: choice('Category', 'All', categoryLabels),
  show: choice('Stock or storage', 'All products', { 'sold-out': 'Sold out', 'to-confirm': 'Storage to confirm' }),
}

export async function listProducts(
  api: Api,
  { states }: Scope,
  options: { search: string; page: number; category: string; show: string; sort: string; size?: number },
) {
  let query = api.tables
    .from('products')
    .select(
      'id, name, category, base_price, unit, available_quantity, share_date, created_at, stockpile_allowed, can_be_stockpiled, vendor:vendors!inner(id, business_name, state, status)',
      COUNTED,
    )
    .is('archived_at', null)
  if (states) query = query.in('vendor.state', states)
  if (options.category) query = query.eq('category', options.category)
  if (options.show === 'to-confirm') query = query.eq('stockpile_allowed', true).eq('can_be_stockpiled', false)
  if (options.show === 'sold-out') query = query.eq('available_quantity', 0)
  if (options.search) query = query.ilike('name', likeText(options.search))
  return listPage(
    await sortedBy(query, PRODUCT_SORTS, { sort: options.sort, fallback: '-added' })
      .order('id')
      .range(...rowRange(options.page, options.size)),
  )
}

export type StaffProduct = Awaited<ReturnType<typeof listProducts>>['rows'][number]

/** Columns with an index over the products that are not archived. */
export const PRODUCT_SORTS = { name: 'name', price: 'base_price', added: 'created_at', share: 'share_date' }
