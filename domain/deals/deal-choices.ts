// Filters and sort orders of the Featured Deals on the home page (specification 2, Home: Filter and Sort by).
import type { Sort } from '#domain/sort.ts'

/** Newest first by default (specification 7). */
export const dealSorts = [
  { key: 'newest', label: /*i18n*/ 'Newest first', column: 'created_at', ascending: false },
  { key: 'price-up', label: /*i18n*/ 'Price low to high', column: 'base_price', ascending: true },
  { key: 'price-down', label: /*i18n*/ 'Price high to low', column: 'base_price', ascending: false },
  { key: 'name', label: /*i18n*/ 'Name', column: 'name', ascending: true },
] as const satisfies readonly Sort[]

export type DealSortKey = (typeof dealSorts)[number]['key']

export function dealSort(key: string | null | undefined): (typeof dealSorts)[number] {
  return dealSorts.find((sort) => sort.key === key) ?? dealSorts[0]
}

/** Targets of a deal's card. */
export const dealKinds = [
  { key: 'group-buys', label: /*i18n*/ 'Group buys', column: 'group_buy_id' },
  { key: 'products', label: /*i18n*/ 'Products', column: 'product_id' },
] as const

export type DealKind = (typeof dealKinds)[number]['key']

export function dealKind(key: string | null | undefined) {
  return dealKinds.find((kind) => kind.key === key) ?? null
}

/** Naira per unit; the upper bound is exclusive. */
export const dealPriceRanges = [
  { key: 'under-20000', label: /*i18n*/ 'Under ₦20,000', from: 0, below: 20_000 },
  { key: '20000-50000', label: /*i18n*/ '₦20,000 to ₦50,000', from: 20_000, below: 50_000 },
  { key: '50000-100000', label: /*i18n*/ '₦50,000 to ₦100,000', from: 50_000, below: 100_000 },
  { key: 'over-100000', label: /*i18n*/ '₦100,000 and more', from: 100_000, below: null },
] as const

export type DealPriceKey = (typeof dealPriceRanges)[number]['key']

export function dealPriceRange(key: string | null | undefined) {
  return dealPriceRanges.find((range) => range.key === key) ?? null
}
