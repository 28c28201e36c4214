import { findSort, type Sort } from '#domain/sort.ts'

/**
 * Specification 2: the sort orders of Vendor Shops, by columns of `vendor_metrics`; shops without a value come last.
 */
export const vendorSorts = [
  { key: 'rating', label: /*i18n*/ 'Rating', column: 'rating', ascending: false },
  { key: 'orders', label: /*i18n*/ 'Most orders', column: 'completed_orders', ascending: false },
  { key: 'revenue', label: /*i18n*/ 'Highest revenue', column: 'total_revenue', ascending: false },
  { key: 'fastest', label: /*i18n*/ 'Fastest delivery', column: 'average_delivery_time', ascending: true },
] as const satisfies readonly Sort[]

export function vendorSort(key: string | null | undefined): Sort {
  return findSort(vendorSorts, key, 'rating')
}
