import { type GroupBuySort, groupBuySort, groupBuySorts } from '#domain/group-buys/sorts.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { pageParam } from '#web/list-page.ts'

/** The list's filters, sorting and page in the address. Empty texts filter nothing. */
export interface BuyAddress {
  search: string
  category: string
  /** Id of a vendor. */
  vendor: string
  location: string
  sort: GroupBuySort['key']
  /** From 1. */
  page: number
}

const LONGEST_SEARCH = 100

export function readBuyAddress(params: URLSearchParams): BuyAddress {
  return {
    search: plainText(params.get('search')).slice(0, LONGEST_SEARCH),
    category: plainText(params.get('category')),
    vendor: plainText(params.get('vendor')),
    location: plainText(params.get('location')),
    sort: groupBuySort(params.get('sort')).key,
    page: pageParam(params, PAGE_SIZE),
  }
}

/** Removes control characters such as NUL, which neither pages nor the database can hold. */
const plainText = (value: string | null): string => (value ?? '').replace(/\p{Cc}/gu, '').trim()

/** "/group-buys?category=grains&page=2"; defaults are left out. */
export function buyAddress(address: Partial<BuyAddress>): string {
  const params = new URLSearchParams()
  for (const name of ['search', 'category', 'vendor', 'location'] as const) {
    if (address[name]) params.set(name, address[name])
  }
  if (address.sort && address.sort !== groupBuySorts[0].key) params.set('sort', address.sort)
  if (address.page && address.page > 1) params.set('page', String(address.page))
  return params.size > 0 ? `/group-buys?${params}` : '/group-buys'
}
