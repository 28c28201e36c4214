import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PAGE_SIZE } from '#domain/limits.ts'
import { counted } from '#web/languages/counted.ts'
import { NearestMatches } from '#web/ui/browse/nearest-matches.tsx'
import { DealGrid } from '#web/ui/cards/deal-card.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { PageAdverts } from './queries.ts'
import { BetweenAdverts, cardsWithAdvert } from './with-adverts.tsx'

interface CardListProps {
  /** Names of the section, of its cards and of its pages, for screen readers. */
  labels: { section: string; cards: string; pages: string }
  filters: ReactNode
  /** Untranslated messages: "{count} product". */
  noun: { one: string; many: string }
  /** The number of items on all pages. */
  count: number
  failure: string | null
  /** One `<li>` for each item of the page. */
  cards: readonly ReactNode[]
  adverts: PageAdverts
  page: number
  linkTo: (page: number) => string
  search: string
  empty: { title: string; all: string; to: string }
  /** Above the cards. */
  notice?: ReactNode
}

/** A public list of cards: its filters, count, cards with adverts between them, and links to other pages. */
export function CardList(props: CardListProps) {
  const { i18n } = useLingui()
  const { labels, filters, noun, count, failure, cards, page, linkTo, notice } = props
  return (
    <div className="grid gap-4 lg:grid-cols-[17rem_1fr] lg:gap-6">
      {filters}
      <section aria-label={labels.section} className="min-w-0">
        <p role="status" className="mb-3 text-14 text-soft">
          {failure ? '' : counted(i18n, count, noun)}
        </p>
        {notice}
        <Cards {...props} />
        <Pagination
          page={page}
          pageCount={cards.length > 0 ? Math.ceil(count / PAGE_SIZE) : 0}
          linkTo={linkTo}
          label={labels.pages}
        />
      </section>
    </div>
  )
}

function Cards({ labels, failure, cards, adverts, page, linkTo, search, empty }: CardListProps) {
  const { i18n } = useLingui()
  if (failure) {
    return (
      <ErrorState message={failure}>
        <Link to={linkTo(page)} reloadDocument className="text-link">
          {i18n.t('Try again')}
        </Link>
      </ErrorState>
    )
  }
  if (cards.length === 0) {
    return (
      <EmptyState title={empty.title}>
        <NearestMatches search={search} />
        <Link to={empty.to} className="text-link">
          {empty.all}
        </Link>
      </EmptyState>
    )
  }
  return (
    <BetweenAdverts adverts={adverts}>
      <DealGrid label={labels.cards}>{cardsWithAdvert(cards, adverts)}</DealGrid>
    </BetweenAdverts>
  )
}
