import {
  type DealKind,
  type DealPriceKey,
  type DealSortKey,
  dealKind,
  dealPriceRange,
  dealSort,
  dealSorts,
} from '#domain/deals/deal-choices.ts'

/** The filters of the featured deals in the home page's address. Empty means no filter. */
export interface DealsAddress {
  kind: DealKind | ''
  price: DealPriceKey | ''
  sort: DealSortKey
}

export function readDealsAddress(params: URLSearchParams): DealsAddress {
  return {
    kind: dealKind(params.get('deals'))?.key ?? '',
    price: dealPriceRange(params.get('price'))?.key ?? '',
    sort: dealSort(params.get('sort')).key,
  }
}

/**
 * "/?deals=products&sort=name#deals"; defaults are left out. The fragment scrolls to the deals even without scripts.
 */
export function dealsAddress(address: Partial<DealsAddress>): string {
  const params = new URLSearchParams()
  if (address.kind) params.set('deals', address.kind)
  if (address.price) params.set('price', address.price)
  if (address.sort && address.sort !== dealSorts[0].key) params.set('sort', address.sort)
  return params.size > 0 ? `/?${params}#deals` : '/#deals'
}

/** Number of active filters. */
export function countActiveFilters({ kind, price }: DealsAddress): number {
  return [kind, price].filter(Boolean).length
}
