import type { SearchableKind } from '#domain/search/searchable-kinds.ts'
import type { Api } from './api.ts'

/** One of the best matches of a kind, for the search page and suggestions. */
export interface SearchHit {
  kind: SearchableKind
  id: string
  title: string
  /** How many of its kind match. */
  total: number
  /** Nothing matches exactly; this is a near match. */
  is_near: boolean
  /** The corrected query, if it had typing mistakes; otherwise null. */
  meant: string | null
  shop: string | null
  place: string | null
  /** Naira per unit; of a buy, the price that its card shows. */
  price: number | null
  unit: string | null
  image_url: string | null
  /** Posts only. */
  slug: string | null
  /** Whether it can be bought now. */
  is_open: boolean
  /** The shop's state; null for posts. */
  state: string | null
}

interface SearchQuery {
  q: string
  /** Maximum number of hits per kind, 1 to 12. */
  most: number
  /** The last word may be incomplete: matches prefixes, and no near matches. */
  typing?: boolean
  /** Among equal matches, those of shops in this state come first. */
  near_state?: string
}

/**
 * The hits of each kind, best first (docs/decisions/0056-search.md); `error` is the server's message if the query
 * failed.
 */
export async function search(api: Api, query: SearchQuery): Promise<{ hits: SearchHit[]; error: string | null }> {
  const { data, error } = await api.tables.rpc('search', { ...query }, { get: true })
  const hits = (data ?? []).map((hit) => ({ ...hit, kind: hit.kind as SearchableKind }))
  return { hits, error: error?.message ?? null }
}

interface SearchWords {
  /** A tsquery for `textSearch` (simple) on `SEARCH_ENTRY_WORDS`; null where nothing matches exactly. */
  words: string | null
  /** The server's message if the query failed. */
  error: string | null
}

/** The words that a list of one kind is filtered by, with typing mistakes corrected. */
export async function readSearchWords(api: Api, q: string, kind: SearchableKind): Promise<SearchWords> {
  const { data, error } = await api.tables.rpc('search_query', { q, kind }, { get: true })
  const [meant] = data ?? []
  return { words: meant && !meant.is_near ? meant.wanted : null, error: error?.message ?? null }
}

/** Filters and sort of a product list; an absent filter matches everything. */
interface ProductSearchQuery {
  q: string
  /** A sort key of Browse Deals. */
  sort: string
  category?: string
  vendor?: string
  place?: string
  share_date?: string
  /** Products of shops in this state come first. */
  near_state?: string
  skip: number
  most: number
}

interface ProductSearchResult {
  /** Sorted. */
  ids: string[]
  /** How many products match. */
  total: number
  /** The server's message if the query failed. */
  error: string | null
}

/**
 * One page of matching products, in one query: a very common word matches too many ids to send them in a second one.
 */
export async function searchProducts(api: Api, query: ProductSearchQuery): Promise<ProductSearchResult> {
  const { data, error } = await api.tables.rpc('search_products', { ...query }, { get: true })
  const rows = data ?? []
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0, error: error?.message ?? null }
}

/** An inner-joined embed without columns: restricts a list to rows that have a search entry. */
export const SEARCH_ENTRY = 'found:search_entries!inner()'
/** The embedded entry's words, for `textSearch`; typed as a column that every table has. */
export const SEARCH_ENTRY_WORDS = 'found.words' as 'id'
