import { search } from '#api/search.ts'
import type { Findable } from '#domain/search/findable.ts'
import { SHORTEST_SUGGESTED, searchText } from '#domain/search/search-text.ts'
import { apiContext } from '#web/context.ts'
import type { Route } from './+types/suggest.ts'
import { hitAddress } from './address.ts'

/** What stands under the field while somebody types. */
export interface Suggestion {
  to: string
  title: string
  kind: Findable
  /** Naira a unit; null for what has no price. */
  price: number | null
  unit: string | null
  /** The shop, or a shop's place. */
  from: string | null
}

const MOST_OF_A_KIND = 3
const MOST = 8

/** The same for everybody who has typed the same, in whatever language they read, so that it is kept like a page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const q = searchText(url.searchParams.get('q'))
  if (q.length < SHORTEST_SUGGESTED) return answer([])
  const { hits, error } = await search(context.get(apiContext), { q, most: MOST_OF_A_KIND, typing: true })
  const suggestions = hits.slice(0, MOST).map(
    (hit): Suggestion => ({
      to: hitAddress(hit),
      title: hit.title,
      kind: hit.kind,
      price: hit.price,
      unit: hit.unit,
      from: hit.kind === 'shop' ? hit.place : hit.shop,
    }),
  )
  return answer(suggestions, error ? 503 : 200)
}

const answer = (suggestions: Suggestion[], status = 200): Response => Response.json(suggestions, { status })
