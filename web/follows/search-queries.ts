import type { Api } from '#api/api.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { cleanSearchText } from '#domain/search/search-text.ts'

/** The viewer's saved searches, newest first. */
export async function listSavedSearches(api: Api, userId: string | null) {
  if (!userId) return []
  const { data } = await api.tables
    .from('saved_searches')
    .select('id, words')
    .order('created_at', { ascending: false })
    .order('id')
    .throwOnError()
  return data
}

export type SavedSearch = Awaited<ReturnType<typeof listSavedSearches>>[number]

/** `searches`: the user has saved the maximum number of searches. */
type SearchFault = 'searches' | 'failed'

/** Saves the form's `words` for the viewer. Idempotent. */
export async function saveSearch(api: Api, form: FormData, userId: string): Promise<SearchFault | null> {
  const words = cleanSearchText(String(form.get('words') ?? ''))
  if (words === '') return 'failed'
  const { error } = await api.tables.from('saved_searches').insert({ person_id: userId, words })
  if (!error || error.code === '23505') return null
  return error.code === 'PT409' ? 'searches' : 'failed'
}

/** Removes the viewer's search with the form's `id`. */
export async function removeSearch(api: Api, form: FormData): Promise<SearchFault | null> {
  const id = String(form.get('id') ?? '')
  if (!isUuid(id)) return 'failed'
  const { error } = await api.tables.from('saved_searches').delete().eq('id', id)
  return error ? 'failed' : null
}
