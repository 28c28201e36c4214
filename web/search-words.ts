import type { Api } from '#api/api.ts'

/** What search finds (`kind` of search_entries). */
type Findable = 'group_buy' | 'product' | 'shop' | 'post'

/**
 * What to ask `words` of search_entries for, so that a list shows what somebody meant (docs/decisions/0056-search.md). Null where
 * nothing is exactly that, or where it could not be asked.
 */
export async function searchWords(api: Api, search: string, kind: Findable): Promise<string | null> {
  const { data } = await api.tables.rpc('search_query', { q: search, kind }, { get: true }).maybeSingle()
  return data && !data.is_near ? data.wanted : null
}

/** Embeds the entry, without any of its columns, so that the list has only what is found. */
export const FOUND = 'found:search_entries!inner()'

/** The entry's words, for `textSearch`. Typed as a column that every list has. */
export const FOUND_WORDS = 'found.words' as 'id'
