import type { Findable } from '#domain/search/findable.ts'

/** "/search?q=ata+rodo" */
export const searchAddress = (q: string): string => (q ? `/search?${new URLSearchParams({ q })}` : '/search')

const LISTS: Record<Findable, string> = {
  group_buy: '/group-buys',
  product: '/products',
  shop: '/vendors',
  post: '/blog',
}

/** The full list of one kind, narrowed by the same words. */
export const listAddress = (kind: Findable, q: string): string => `${LISTS[kind]}?${new URLSearchParams({ search: q })}`

interface Named {
  kind: Findable
  id: string
  slug: string | null
}

const PAGES: Record<Findable, string> = {
  group_buy: '/group-buys/',
  product: '/products/',
  shop: '/shop/',
  post: '/blog/',
}

/** The page of what was found. */
export const hitAddress = ({ kind, id, slug }: Named): string => PAGES[kind] + (kind === 'post' ? (slug ?? '') : id)
