import { useLingui } from '@lingui/react'
import { emptyTexts } from '#domain/texts/screens.ts'
import type { PageAdverts } from '#web/adverts/queries.ts'
import { cardsWithAdvert } from '#web/adverts/with-adverts.tsx'
import { translate } from '#web/languages/translate.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { DealGrid } from '#web/ui/cards/deal-card.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { countActiveFilters, type DealsAddress, dealsAddress } from './address.ts'
import { DealTools } from './deal-tools.tsx'
import { FeaturedDeal } from './featured-deal.tsx'
import type { DealOutcome, FeaturedDealRow } from './queries.ts'

interface FeaturedDealsProps {
  address: DealsAddress
  deals: readonly FeaturedDealRow[]
  /** The text shown instead of the deals. */
  failure: string | null
  adverts: PageAdverts
  now: string
  mayEdit: boolean
  /** The outcome of deleting a deal. */
  outcome: DealOutcome | null
}

export function FeaturedDeals(props: FeaturedDealsProps) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="deals">
      <SectionHeading id="deals" action={<DealTools address={props.address} />}>
        {i18n.t('Featured Deals')}
      </SectionHeading>
      {props.outcome && (
        <Notice tone={props.outcome.ok ? 'success' : 'error'} className="mb-4">
          {translate(i18n, props.outcome.text)}
        </Notice>
      )}
      <Deals {...props} />
    </section>
  )
}

function Deals({ address, deals, failure, adverts, now, mayEdit }: FeaturedDealsProps) {
  const { i18n } = useLingui()
  if (failure) {
    return (
      <ErrorState message={failure}>
        <a href={dealsAddress(address)} className="text-link">
          {i18n.t('Try again')}
        </a>
      </ErrorState>
    )
  }
  if (deals.length === 0) return <NoDeals filtered={countActiveFilters(address) > 0} />
  const cards = deals.map((deal, index) => (
    <li key={deal.id}>
      <FeaturedDeal deal={deal} now={now} eager={index < 2} mayEdit={mayEdit} />
    </li>
  ))
  return <DealGrid label={i18n.t('Featured Deals')}>{cardsWithAdvert(cards, adverts)}</DealGrid>
}

function NoDeals({ filtered }: { filtered: boolean }) {
  const { i18n } = useLingui()
  return (
    <EmptyState
      title={i18n.t(emptyTexts.deals)}
      action={
        filtered ? (
          <LinkButton to={dealsAddress({})} tone="plain" preventScrollReset>
            {i18n.t('Show all deals')}
          </LinkButton>
        ) : (
          <LinkButton to="/products" tone="plain">
            {i18n.t('Browse Deals')}
          </LinkButton>
        )
      }
    >
      {filtered ? i18n.t('No deal matches this filter.') : i18n.t('You will see the best deals of the market here.')}
    </EmptyState>
  )
}
