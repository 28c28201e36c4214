import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { search } from '#api/search.ts'
import { groupHits } from '#domain/search/hit-groups.ts'
import { cleanSearchText } from '#domain/search/search-text.ts'
import { apiContext, areaContext } from '#web/context.ts'
import { NotifyWhenFound } from '#web/follows/notify-me.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/search.ts'
import { FoundSection } from './found-section.tsx'
import { RecentSearches } from './recent-searches.tsx'
import { SearchField } from './search-field.tsx'
import { searchPath } from './search-paths.ts'
import { kindCountsText, totalHitsText } from './search-texts.ts'

/** Maximum number of hits per kind; each has a link to the full list. */
const MAX_HITS_PER_KIND = 4

export async function loader({ url, context }: Route.LoaderArgs) {
  const q = cleanSearchText(url.searchParams.get('q'))
  const area = await context.get(areaContext)()
  const { hits, error } = q
    ? await search(context.get(apiContext), { q, most: MAX_HITS_PER_KIND, ...(area && { near_state: area.state }) })
    : { hits: [], error: null }
  return { q, ...groupHits(hits), meant: hits[0]?.meant ?? null, failure: error }
}

export const shouldRevalidate = revalidateUnlessOffline

export default function Search({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { q, kinds, near, failure } = loaderData
  return (
    <div className="mx-auto max-w-[44rem] wrap-anywhere">
      <PageHeading>{i18n.t('Search')}</PageHeading>
      <SearchField value={q} />
      <p role="status" className="mt-4 text-soft">
        {q && !failure && kinds.length > 0 && <ResultSummary {...loaderData} />}
      </p>
      {failure ? (
        <ErrorState message={failure}>
          <Link to={searchPath(q)} reloadDocument className="text-link">
            {i18n.t('Try again')}
          </Link>
        </ErrorState>
      ) : (
        kinds.map((kind) => <FoundSection key={kind.kind} q={q} near={near} {...kind} />)
      )}
      {q && !failure && kinds.length === 0 && (
        <EmptyState title={i18n.t('We found nothing for “{q}”.', { q })}>
          {i18n.t('Try one word, in English or in your own language.')}
        </EmptyState>
      )}
      {q && !failure && (near || kinds.length === 0) && (
        <div className="mt-6">
          <NotifyWhenFound words={q} />
        </div>
      )}
      {kinds.length === 0 && !failure && (
        <section className="mt-6">
          <h2 className="mb-3 text-18">{i18n.t('People often look for')}</h2>
          <ChipRow label={i18n.t('People often look for')}>
            {POPULAR_SEARCHES.map((food) => (
              <Chip key={food} to={searchPath(food)}>
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

function ResultSummary({ q, kinds, near, meant }: Route.ComponentProps['loaderData']) {
  const { i18n } = useLingui()
  if (near) return i18n.t('We found nothing for “{q}”. The closest matches:', { q })
  const values = { count: totalHitsText(kinds), q, kinds: kindCountsText(i18n, kinds) }
  return meant
    ? i18n.t('{count} found for “{meant}” (you wrote “{q}”): {kinds}.', { ...values, meant })
    : i18n.t('{count} found for “{q}”: {kinds}.', values)
}

// Searched for verbatim, not translated.
const POPULAR_SEARCHES = ['Rice', 'Garri', 'Beans', /*as is*/ 'Palm oil', 'Tomatoes', 'Yam', 'Titus', 'Egusi']

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    ...pageMeta(
      loaderData?.q ? i18n.t('{q} · Search', { q: loaderData.q }) : i18n.t('Search'),
      i18n.t('Find rice, garri, ata rodo or ẹ̀fọ́ by the name you know, in group buys, products, shops and posts.'),
    ),
    // Search engines must not index the unlimited number of result pages.
    { name: 'robots', content: 'noindex' },
  ]
}
