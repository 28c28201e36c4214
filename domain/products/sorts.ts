import { findSort, type Sort } from '#domain/sort.ts'

/** Specification 2: the sorts of Browse Deals. */
export const productSorts = [
  { key: 'name', label: /*i18n*/ 'Name', column: 'name', ascending: true },
  { key: 'price-up', label: /*i18n*/ 'Price low to high', column: 'base_price', ascending: true },
  { key: 'price-down', label: /*i18n*/ 'Price high to low', column: 'base_price', ascending: false },
  { key: 'newest', label: /*i18n*/ 'Newest first', column: 'created_at', ascending: false },
  { key: 'oldest', label: /*i18n*/ 'Oldest first', column: 'created_at', ascending: true },
] as const satisfies readonly Sort[]

/** Products are newest first by default (specification 7). */
export function productSort(key: string | null | undefined): Sort {
  return findSort(productSorts, key, 'newest')
}
