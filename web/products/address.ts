import { PAGE_SIZE } from '#domain/limits.ts'
import { productSort } from '#domain/products/sorts.ts'
import { pageParam } from '#web/list-page.ts'

/** The filters, sorting and page of Browse Deals in the address. Empty texts filter nothing. */
export interface ProductAddress {
  search: string
  category: string
  /** Id of a vendor. */
  vendor: string
  location: string
  /** 'YYYY-MM-DD' */
  share: string
  sort: string
  /** From 1. */
  page: number
}

const FILTER_NAMES = ['search', 'category', 'vendor', 'location', 'share'] as const
export const DEFAULT_PRODUCT_SORT = productSort(null).key

export function readProductAddress(params: URLSearchParams): ProductAddress {
  const share = params.get('share') ?? ''
  return {
    search: (params.get('search') ?? '').trim().slice(0, 100),
    category: params.get('category') ?? '',
    vendor: params.get('vendor') ?? '',
    location: params.get('location') ?? '',
    share: /^\d{4}-\d{2}-\d{2}$/.test(share) ? share : '',
    sort: productSort(params.get('sort')).key,
    page: pageParam(params, PAGE_SIZE),
  }
}

/** "/products?category=grains&page=2"; defaults are left out. */
export function productAddress(address: Partial<ProductAddress>): string {
  const params = new URLSearchParams()
  for (const name of FILTER_NAMES) if (address[name]) params.set(name, address[name])
  if (address.sort && address.sort !== DEFAULT_PRODUCT_SORT) params.set('sort', address.sort)
  if (address.page && address.page > 1) params.set('page', String(address.page))
  return params.size > 0 ? `/products?${params}` : '/products'
}
