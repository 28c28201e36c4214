import { search } from '#api/search.ts'
import { SHORTEST_SUGGESTED, searchText } from '#domain/search/search-text.ts'
import { apiContext } from '#web/context.ts'
import type { Route } from './+types/suggest.ts'
import { hitAddress } from './address.ts'
import { priceText, suggestedNoun } from './words.ts'

/** What stands under the field while somebody types. */
export interface Suggestion {
  to: string
  title: string
  /** "Group buy · ₦46,800 a bag · Mama Sade Foodstuff" */
  note: string
}

const MOST_OF_A_KIND = 3
const MOST = 8

/** The same for everybody who has typed the same, so that it is kept like a page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const q = searchText(url.searchParams.get('q'))
  if (q.length < SHORTEST_SUGGESTED) return answer([])
  const { hits, error } = await search(context.get(apiContext), { q, most: MOST_OF_A_KIND, typing: true })
  const suggestions = hits.slice(0, MOST).map((hit) => ({
    to: hitAddress(hit),
    title: hit.title,
    note: [suggestedNoun(hit.kind), priceText(hit), hit.kind === 'shop' ? hit.place : hit.shop]
      .filter(Boolean)
      .join(' · '),
  }))
  return answer(suggestions, error ? 503 : 200)
}

const answer = (suggestions: Suggestion[], status = 200): Response => Response.json(suggestions, { status })
