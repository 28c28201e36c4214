import { useLingui } from '@lingui/react'
import { CardList } from '#web/adverts/card-list.tsx'
import { listAdverts } from '#web/adverts/queries.ts'
import { apiContext, areaContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { withOfflineFallback } from '#web/offline.ts'
import { pageMeta, partTitle } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/browse.ts'
import { buyAddress, readBuyAddress } from './address.ts'
import { BuyCard } from './buy-card.tsx'
import { BuyFilters } from './filters.tsx'
import { joinByForm, joinOffline, revalidateUnlessRejected } from './joining/join.ts'
import { LostOutcome } from './joining/lost-outcome.tsx'
import offlineScript from './joining/say-offline.js?url&no-inline'
import { useLiveCounts } from './live/use-live-counts.ts'
import { listActiveGroupBuys, listBuyChoices, listOwnParts, readOwnVendorId } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  const address = readBuyAddress(url.searchParams)
  const now = new Date().toISOString()
  const nearState = (await context.get(areaContext)())?.state ?? null
  const [{ buys, count, error }, choices, vendorId, adverts] = await Promise.all([
    listActiveGroupBuys(api, address, { now, nearState }),
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
  return joinByForm(context.get(apiContext), await request.formData(), (await context.get(areaContext)())?.state)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withOfflineFallback(serverAction, () => joinOffline(form))
}

export const shouldRevalidate = revalidateUnlessRejected

export default function BrowseGroupBuys({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { address, buys, count, choices, failure, now, signedIn, adverts, ownVendorId, parts } = loaderData
  const live = useLiveCounts(
    buys.map(({ id }) => id),
    now,
  )
  const outcome = actionData ?? null
  const join = { signedIn, ownVendorId, outcome, parts }
  return (
    <>
      <PageHeading lead={i18n.t('The more people join, the less everyone pays.')}>
        {i18n.t('Active Group Buys')}
      </PageHeading>
      <CardList
        labels={{ section: i18n.t('Group buys'), cards: i18n.t('Active group buys'), pages: i18n.t('group buys') }}
        filters={<BuyFilters address={address} choices={choices} />}
        noun={{ one: /*i18n*/ '{count} group buy', many: /*i18n*/ '{count} group buys' }}
        count={count}
        failure={failure}
        notice={<LostOutcome outcome={outcome} shown={buys} now={now} />}
        cards={buys.map((buy, index) => (
          <li key={buy.id}>
            <BuyCard
              buy={buy}
              live={live.get(buy.id)}
              now={now}
              eager={index < 2}
              join={{ ...join, key: buy.joinKey }}
            />
          </li>
        ))}
        adverts={adverts}
        page={address.page}
        linkTo={(page) => buyAddress({ ...address, page })}
        search={address.search}
        empty={{
          title: i18n.t('No active group buys found matching your criteria.'),
          all: i18n.t('Show all group buys'),
          to: '/group-buys',
        }}
      />
      {signedIn && <script src={offlineScript} defer />}
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData: { address } = {}, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    partTitle(i18n, i18n.t('Active Group Buys'), { part: address?.category, page: address?.page }),
    i18n.t('Join others, and the price of a bag falls for everyone. See what people are buying together now.'),
  )
}
