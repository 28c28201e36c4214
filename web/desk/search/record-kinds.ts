import { type RecordKind, recordPath } from '../records/record-path.ts'

/** The areas with a quick search, by the first segment of their addresses. */
const SEARCHED_AREAS = ['vendor', 'manager', 'coordinator', 'chief', 'content'] as const
export type SearchedArea = (typeof SEARCHED_AREAS)[number]

export const isSearchedArea = (name: string | undefined): name is SearchedArea =>
  SEARCHED_AREAS.some((area) => area === name)

/** Kinds in the order of their groups: exact numbers and references come first. */
export const FOUND_KINDS = {
  order: 'Orders',
  claim: 'Claims',
  lot: 'Lots',
  payment: 'Payments',
  person: 'People',
  shop: 'Shops',
  buy: 'Group buys',
  product: 'Products',
  place: 'Places',
  deal: 'Featured deals',
  advert: 'Adverts',
  post: 'Blog posts',
} as const
export type FoundKind = keyof typeof FOUND_KINDS

export function foundPath(area: SearchedArea, kind: FoundKind, { id, name }: { id: string; name: string }): string {
  if (area === 'vendor') return `/vendor/${VENDOR_PATHS[kind] ?? 'orders'}/${id}`
  if (kind === 'lot') return `/${area}/claims/lots/${id}`
  // Staff have no page of a product: the list shows it with its acts.
  if (kind === 'product') return listPath(area, 'product', name) ?? `/${area}/products`
  const content = CONTENT_PATHS[kind]
  return content ? `${content}/${id}` : recordPath(`/${area}`, kind as RecordKind, id)
}

const VENDOR_PATHS: Partial<Record<FoundKind, string>> = {
  order: 'orders',
  claim: 'claims',
  lot: 'claims/lots',
  person: 'customers',
  product: 'products',
  buy: 'products/buys',
}

const CONTENT_PATHS: Partial<Record<FoundKind, string>> = {
  deal: '/content/deals',
  advert: '/content/adverts',
  post: '/blog/edit',
}

/** The list of a kind, filtered by the text; null where it has no list that can be searched. */
export function listPath(area: SearchedArea, kind: FoundKind, text: string): string | null {
  const list = area === 'content' ? CONTENT_LISTS[kind] : LISTS[kind]
  if (!list || (area === 'vendor' && kind === 'shop')) return null
  return `/${area}/${list}?${new URLSearchParams({ search: text })}`
}

const LISTS: Partial<Record<FoundKind, string>> = {
  order: 'orders',
  person: 'customers',
  shop: 'vendors',
  product: 'products',
}

const CONTENT_LISTS: Partial<Record<FoundKind, string>> = { product: 'products' }
