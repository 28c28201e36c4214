// Specification 2: the sorts of Browse Deals and of Vendor Shops, with the column each stands for.

export interface Sort {
  key: string
  label: string
  column: string
  ascending: boolean
}

export const productSorts = [
  { key: 'name', label: 'Name', column: 'name', ascending: true },
  { key: 'price-up', label: 'Price low to high', column: 'base_price', ascending: true },
  { key: 'price-down', label: 'Price high to low', column: 'base_price', ascending: false },
  { key: 'newest', label: 'Newest first', column: 'created_at', ascending: false },
  { key: 'oldest', label: 'Oldest first', column: 'created_at', ascending: true },
] as const satisfies readonly Sort[]

/** Columns of `vendor_metrics`; shops without a figure come last. */
export const vendorSorts = [
  { key: 'rating', label: 'Rating', column: 'rating', ascending: false },
  { key: 'orders', label: 'Most orders', column: 'completed_orders', ascending: false },
  { key: 'revenue', label: 'Highest revenue', column: 'total_revenue', ascending: false },
  { key: 'fastest', label: 'Fastest delivery', column: 'average_delivery_time', ascending: true },
] as const satisfies readonly Sort[]

/** Products are newest first unless told otherwise (specification 7). */
export function productSort(key: string | null | undefined): Sort {
  return find(productSorts, key, 'newest')
}

export function vendorSort(key: string | null | undefined): Sort {
  return find(vendorSorts, key, 'rating')
}

function find(sorts: readonly [Sort, ...Sort[]], key: string | null | undefined, otherwise: string): Sort {
  return sorts.find((sort) => sort.key === key) ?? sorts.find((sort) => sort.key === otherwise) ?? sorts[0]
}
