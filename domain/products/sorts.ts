import { findSort, type Sort } from '../sort.ts'

/** Specification 2: the sorts of Browse Deals. */
export const productSorts = [
  { key: 'name', label: 'Name', column: 'name', ascending: true },
  { key: 'price-up', label: 'Price low to high', column: 'base_price', ascending: true },
  { key: 'price-down', label: 'Price high to low', column: 'base_price', ascending: false },
  { key: 'newest', label: 'Newest first', column: 'created_at', ascending: false },
  { key: 'oldest', label: 'Oldest first', column: 'created_at', ascending: true },
] as const satisfies readonly Sort[]

/** Products are newest first by default (specification 7). */
export function productSort(key: string | null | undefined): Sort {
  return findSort(productSorts, key, 'newest')
}
