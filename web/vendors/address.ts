import { PAGE_SIZE } from '#domain/limits.ts'
import { vendorSort, vendorSorts } from '#domain/vendors/sorts.ts'
import { pageParam } from '#web/list-page.ts'

/** The filters, sorting and page of Vendor Shops in the address. Empty texts filter nothing. */
export interface VendorAddress {
  search: string
  location: string
  sort: (typeof vendorSorts)[number]['key']
  /** From 1. */
  page: number
}

const LONGEST_SEARCH = 100
export const DEFAULT_VENDOR_SORT = 'rating'

export function readVendorAddress(params: URLSearchParams): VendorAddress {
  const sort = vendorSort(params.get('sort')).key
  return {
    search: (params.get('search') ?? '').trim().slice(0, LONGEST_SEARCH),
    location: (params.get('location') ?? '').slice(0, LONGEST_SEARCH),
    sort: vendorSorts.find(({ key }) => key === sort)?.key ?? DEFAULT_VENDOR_SORT,
    page: pageParam(params, PAGE_SIZE),
  }
}

/** "/vendors?location=Ibadan&sort=orders"; defaults are left out. */
export function vendorAddress(address: Partial<VendorAddress>): string {
  const params = new URLSearchParams()
  for (const name of ['search', 'location'] as const) if (address[name]) params.set(name, address[name])
  if (address.sort && address.sort !== DEFAULT_VENDOR_SORT) params.set('sort', address.sort)
  if (address.page && address.page > 1) params.set('page', String(address.page))
  return params.size > 0 ? `/vendors?${params}` : '/vendors'
}
