import { search } from '#api/search.ts'
import { cleanSearchText, MIN_SUGGEST_LENGTH } from '#domain/search/search-text.ts'
import type { SearchableKind } from '#domain/search/searchable-kinds.ts'
import { apiContext } from '#web/context.ts'
import type { Route } from './+types/suggest.ts'
import { hitPath } from './search-paths.ts'

/** A suggestion below the search field. */
export interface Suggestion {
  to: string
  title: string
  kind: SearchableKind
  /** Price per unit in naira; null if it has none. */
  price: number | null
  unit: string | null
  /** The shop; for a shop its location. */
  from: string | null
}

const MAX_PER_KIND = 3
const MAX_SUGGESTIONS = 8

/**
 * Suggestions depend only on the query, not on the user or the language, so that responses can be cached like pages.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const q = cleanSearchText(url.searchParams.get('q'))
  if (q.length < MIN_SUGGEST_LENGTH) return respond([])
  const { hits, error } = await search(context.get(apiContext), { q, most: MAX_PER_KIND, typing: true })
  const suggestions = hits.slice(0, MAX_SUGGESTIONS).map(
    (hit): Suggestion => ({
      to: hitPath(hit),
      title: hit.title,
      kind: hit.kind,
      price: hit.price,
      unit: hit.unit,
      from: hit.kind === 'shop' ? hit.place : hit.shop,
    }),
  )
  return respond(suggestions, error ? 503 : 200)
}

const respond = (suggestions: Suggestion[], status = 200): Response => Response.json(suggestions, { status })
