import type { Findable } from '#domain/search/findable.ts'
import type { Api } from './api.ts'

/** One of the first few of a kind, as the search page and suggestions show it. */
export interface SearchHit {
  kind: Findable
  id: string
  title: string
  /** All of its kind that are found. */
  total: number
  /** Nothing is exactly what was asked; this is near it. */
  is_near: boolean
  /** What was taken for meant, where the typing had slips; else null. */
  meant: string | null
  shop: string | null
  place: string | null
  /** Naira for one unit; of a buy the price that its card shows. */
  price: number | null
  unit: string | null
  image_url: string | null
  /** Of a post. */
  slug: string | null
  /** Whether it can be bought now. */
  is_open: boolean
}

interface SearchQuery {
  q: string
  /** Of each kind, 1 to 12. */
  most: number
  /** The last word may be unfinished; then nothing is near. */
  typing?: boolean
}

/** What is found of each kind, the best first (docs/decisions/0056-search.md). If it cannot be read, it returns the server's message. */
export async function search(api: Api, asked: SearchQuery): Promise<{ hits: SearchHit[]; error: string | null }> {
  const { data, error } = await api.tables.rpc('search', { ...asked }, { get: true })
  const hits = (data ?? []).map((hit) => ({ ...hit, kind: hit.kind as Findable }))
  return { hits, error: error?.message ?? null }
}

interface SearchWords {
  /** For `textSearch` (simple) in `FOUND_WORDS`; null where nothing is exactly what was asked. */
  words: string | null
  /** The server's message if it could not be asked. */
  error: string | null
}

/** What a list of one kind is narrowed by, so that it shows what somebody meant. */
export async function readSearchWords(api: Api, q: string, kind: Findable): Promise<SearchWords> {
  const { data, error } = await api.tables.rpc('search_query', { q, kind }, { get: true })
  const [meant] = data ?? []
  return { words: meant && !meant.is_near ? meant.wanted : null, error: error?.message ?? null }
}

/** What a list of products is narrowed by and put in order by; what is left out narrows nothing. */
interface ProductSearchQuery {
  q: string
  /** A key of the sorts of Browse Deals. */
  sort: string
  category?: string
  vendor?: string
  place?: string
  share_date?: string
  skip: number
  most: number
}

interface ProductSearchResult {
  /** In the order of the sort. */
  ids: string[]
  /** All that are found. */
  total: number
  /** The server's message if it could not be asked. */
  error: string | null
}

/** One page of the products that somebody meant, in one question: a very common word finds too many to name them all in a second one. */
export async function searchProducts(api: Api, asked: ProductSearchQuery): Promise<ProductSearchResult> {
  const { data, error } = await api.tables.rpc('search_products', { ...asked }, { get: true })
  const rows = data ?? []
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0, error: error?.message ?? null }
}

/** Embeds the entry, without any of its columns, so that a list has only what is found. */
export const SEARCH_ENTRY = 'found:search_entries!inner()'
/** The entry's words, for `textSearch`; typed as a column that every list has. */
export const SEARCH_ENTRY_WORDS = 'found.words' as 'id'
