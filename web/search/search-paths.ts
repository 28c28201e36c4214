import type { SearchableKind } from '#domain/search/searchable-kinds.ts'

/** "/search?q=ata+rodo" */
export const searchPath = (q: string): string => (q ? `/search?${new URLSearchParams({ q })}` : '/search')

const LISTS: Record<SearchableKind, string> = {
  group_buy: '/group-buys',
  product: '/products',
  shop: '/vendors',
  post: '/blog',
}

/** The full list of one kind with the same search. */
export const listPath = (kind: SearchableKind, q: string): string =>
  `${LISTS[kind]}?${new URLSearchParams({ search: q })}`

interface SearchHitRef {
  kind: SearchableKind
  id: string
  slug: string | null
}

const PAGES: Record<SearchableKind, string> = {
  group_buy: '/group-buys/',
  product: '/products/',
  shop: '/shop/',
  post: '/blog/',
}

/** The page of a hit. */
export const hitPath = ({ kind, id, slug }: SearchHitRef): string => PAGES[kind] + (kind === 'post' ? (slug ?? '') : id)
