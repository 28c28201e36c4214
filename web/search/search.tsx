import { Link } from 'react-router'
import { search } from '#api/search.ts'
import { foundKinds } from '#domain/search/found.ts'
import { searchText } from '#domain/search/search-text.ts'
import { apiContext } from '#web/context.ts'
import { keepWhenOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/search.ts'
import { searchAddress } from './address.ts'
import { FoundSection } from './found-section.tsx'
import { RecentSearches } from './recent-searches.tsx'
import { SearchField } from './search-field.tsx'
import { countedKinds, found } from './words.ts'

/** Of each kind; the full list is one tap away. */
const MOST = 4

export async function loader({ url, context }: Route.LoaderArgs) {
  const q = searchText(url.searchParams.get('q'))
  const { hits, error } = q ? await search(context.get(apiContext), { q, most: MOST }) : { hits: [], error: null }
  return { q, ...foundKinds(hits), meant: hits[0]?.meant ?? null, failure: error }
}

export const shouldRevalidate = keepWhenOffline

export default function Search({ loaderData }: Route.ComponentProps) {
  const { q, kinds, near, failure } = loaderData
  return (
    <div className="mx-auto max-w-[44rem] wrap-anywhere">
      <PageHeading>Search</PageHeading>
      <SearchField value={q} />
      <p role="status" className="mt-4 text-soft">
        {q && !failure && kinds.length > 0 && <Outcome {...loaderData} />}
      </p>
      {failure ? (
        <ErrorState message={failure}>
          <Link to={searchAddress(q)} reloadDocument className="text-link">
            Try again
          </Link>
        </ErrorState>
      ) : (
        kinds.map((kind) => <FoundSection key={kind.kind} q={q} near={near} {...kind} />)
      )}
      {q && !failure && kinds.length === 0 && (
        <EmptyState title={`Nothing for “${q}”.`}>Try one word, in English or as your mother calls it.</EmptyState>
      )}
      {kinds.length === 0 && !failure && (
        <section className="mt-6">
          <h2 className="mb-3 text-18">People look for</h2>
          <ChipRow label="People look for">
            {SOUGHT.map((food) => (
              <Chip key={food} to={searchAddress(food)}>
                {food}
              </Chip>
            ))}
          </ChipRow>
        </section>
      )}
      <RecentSearches latest={kinds.length > 0 && !near ? q : ''} shown={kinds.length === 0} />
    </div>
  )
}

function Outcome({ q, kinds, near, meant }: Route.ComponentProps['loaderData']) {
  if (near) return <>Nothing for “{q}”. Nearest:</>
  return (
    <>
      {found(kinds)} for “{meant ?? q}”{meant && <> (you wrote “{q}”)</>}: {countedKinds(kinds)}.
    </>
  )
}

const SOUGHT = ['Rice', 'Garri', 'Beans', 'Palm oil', 'Tomatoes', 'Yam', 'Titus', 'Egusi']

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...titled(
    loaderData?.q ? `${loaderData.q} · Search` : 'Search',
    'Find rice, garri, ata rodo or ẹ̀fọ́ by the name you know, in group buys, products, shops and posts.',
  ),
  // Endless addresses with the words of other pages are nothing for search engines.
  { name: 'robots', content: 'noindex' },
]
