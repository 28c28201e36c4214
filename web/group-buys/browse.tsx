import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { PAGE_SIZE } from '#domain/limits.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { withOfflineFallback } from '#web/offline.ts'
import { pageMeta, partTitle } from '#web/page-meta.ts'
import { DealGrid } from '#web/ui/deal-card.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { NearestMatches } from '#web/ui/nearest-matches.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { listAdverts } from '../adverts/queries.ts'
import { BetweenAdverts, cardsWithAdvert } from '../adverts/with-adverts.tsx'
import type { Route } from './+types/browse.ts'
import { buyAddress, readBuyAddress } from './address.ts'
import { BuyCard } from './buy-card.tsx'
import { BuyFilters } from './filters.tsx'
import { joinByForm, joinOffline, revalidateUnlessRejected } from './join.ts'
import { LostOutcome } from './lost-outcome.tsx'
import { listActiveGroupBuys, listBuyChoices, listOwnParts, readOwnVendorId } from './queries.ts'
import { useLiveCounts } from './use-live-counts.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  const address = readBuyAddress(url.searchParams)
  const now = new Date().toISOString()
  const [{ buys, count, error }, choices, vendorId, adverts] = await Promise.all([
    listActiveGroupBuys(api, address, now),
    listBuyChoices(api),
    readOwnVendorId(api, viewer.userId),
    listAdverts(api, 'group-buys', now),
  ])
  const parts = await listOwnParts(
    api,
    buys.map(({ id }) => id),
    viewer.userId,
  )
  return {
    address,
    parts,
    buys: buys.map((buy) => ({ ...buy, joinKey: crypto.randomUUID() })),
    count,
    failure: error,
    choices,
    ownVendorId: vendorId,
    adverts,
    signedIn: viewer.userId !== null,
    now,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return joinByForm(context.get(apiContext), await request.formData())
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withOfflineFallback(serverAction, () => joinOffline(form))
}

export const shouldRevalidate = revalidateUnlessRejected

export default function BrowseGroupBuys({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { address, buys, count, choices } = loaderData
  return (
    <>
      <PageHeading lead={i18n.t('The more people join, the less everyone pays.')}>
        {i18n.t('Active Group Buys')}
      </PageHeading>
      <div className="grid gap-4 lg:grid-cols-[17rem_1fr] lg:gap-6">
        <BuyFilters address={address} choices={choices} />
        <section aria-label={i18n.t('Group buys')} className="min-w-0">
          <p role="status" className="mb-3 text-14 text-soft">
            {loaderData.failure
              ? ''
              : counted(i18n, count, { one: /*i18n*/ '{count} group buy', many: /*i18n*/ '{count} group buys' })}
          </p>
          <LostOutcome outcome={actionData ?? null} shown={buys} />
          <Buys {...loaderData} outcome={actionData ?? null} />
          <Pagination
            page={address.page}
            pageCount={buys.length > 0 ? Math.ceil(count / PAGE_SIZE) : 0}
            linkTo={(page) => buyAddress({ ...address, page })}
            label={i18n.t('group buys')}
          />
        </section>
      </div>
    </>
  )
}

type BuyListProps = Route.ComponentProps['loaderData'] & { outcome: Route.ComponentProps['actionData'] | null }

function Buys({ buys, failure, address, now, signedIn, adverts, ownVendorId: vendorId, outcome, parts }: BuyListProps) {
  const { i18n } = useLingui()
  const live = useLiveCounts(
    buys.map(({ id }) => id),
    now,
  )
  const here = buyAddress(address)
  if (failure) {
    return (
      <ErrorState message={failure}>
        <Link to={here} reloadDocument className="text-link">
          {i18n.t('Try again')}
        </Link>
      </ErrorState>
    )
  }
  if (buys.length === 0) {
    return (
      <EmptyState title={i18n.t('No active group buys found matching your criteria.')}>
        <NearestMatches search={address.search} />
        <Link to="/group-buys" className="text-link">
          {i18n.t('Show all group buys')}
        </Link>
      </EmptyState>
    )
  }
  const cards = buys.map((buy, index) => (
    <li key={buy.id}>
      <BuyCard
        buy={buy}
        live={live.get(buy.id)}
        now={now}
        eager={index < 2}
        join={{ key: buy.joinKey, signedIn, ownVendorId: vendorId, outcome: outcome ?? null, here, parts }}
      />
    </li>
  ))
  return (
    <BetweenAdverts adverts={adverts}>
      <DealGrid label={i18n.t('Active group buys')}>{cardsWithAdvert(cards, adverts)}</DealGrid>
    </BetweenAdverts>
  )
}

export const meta: Route.MetaFunction = ({ loaderData: { address } = {}, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    partTitle(i18n, i18n.t('Active Group Buys'), { part: address?.category, page: address?.page }),
    i18n.t('Join others, and the price of a bag falls for everyone. See what people are buying together now.'),
  )
}
