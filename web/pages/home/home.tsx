import { useLingui } from '@lingui/react'
import { isContentStaff, parseRole } from '#domain/accounts/roles.ts'
import { brand } from '#domain/brand/brand.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { AdvertBanner } from '#web/adverts/advert-banner.tsx'
import { listAdverts } from '#web/adverts/queries.ts'
import { AdvertsFailure } from '#web/adverts/with-adverts.tsx'
import { apiContext, areaContext, siteContext, structuredContext, viewerContext } from '#web/context.ts'
import { readDealsAddress } from '#web/deals/address.ts'
import { FeaturedDeals } from '#web/deals/featured-deals.tsx'
import { type DealOutcome, deleteDeal, listFeaturedDeals, readOwnFigures } from '#web/deals/queries.ts'
import { readBuyAddress } from '#web/group-buys/address.ts'
import { joinByForm, joinOffline, revalidateUnlessRejected } from '#web/group-buys/joining/join.ts'
import { listActiveGroupBuys, listOwnParts, readOwnVendorId } from '#web/group-buys/queries.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { BuyGrid } from '../buy-grid.tsx'
import type { Route } from './+types/home.ts'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { siteStructuredData } from './site-structured-data.server.ts'

/** Two rows of three on wide screens. */
const BUYS_SHOWN = 6

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  context.set(structuredContext, siteStructuredData(context.get(siteContext).origin))
  const now = new Date().toISOString()
  const address = readDealsAddress(url.searchParams)
  const nearState = (await context.get(areaContext)())?.state ?? null
  const [deals, listed, vendorId, adverts, own] = await Promise.all([
    listFeaturedDeals(api, address, now),
    listActiveGroupBuys(api, readBuyAddress(new URLSearchParams()), { now, nearState }),
    readOwnVendorId(api, viewer.userId),
    listAdverts(api, 'home', now),
    readOwnFigures(api),
  ])
  const shown = listed.buys.slice(0, BUYS_SHOWN)
  const ids = shown.map(({ id }) => id)
  return {
    address,
    deals,
    parts: await listOwnParts(api, ids, viewer.userId),
    buys: shown.map((buy) => ({ ...buy, joinKey: crypto.randomUUID() })),
    buyCount: listed.count,
    buyFailure: listed.error,
    ownVendorId: vendorId,
    adverts,
    own,
    now,
    signedIn: viewer.userId !== null,
    mayEdit: isContentStaff(parseRole(viewer.role)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  if (form.get('intent') === 'delete-deal') return deleteDeal(api, String(form.get('id') ?? ''))
  return joinByForm(api, form, (await context.get(areaContext)())?.state)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withOfflineFallback(serverAction, () =>
    form.get('intent') === 'delete-deal'
      ? ({ deal: String(form.get('id')), ok: false, text: errorTexts.offline } satisfies DealOutcome)
      : joinOffline(form),
  )
}

export const shouldRevalidate = revalidateUnlessRejected

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { address, deals, adverts, now } = loaderData
  const deleted = actionData && 'deal' in actionData ? actionData : null
  const joined = actionData && 'buyId' in actionData ? actionData : null
  return (
    <>
      <Hero />
      <div className="mx-auto max-w-page px-4 pt-5 pb-12 md:pt-8">
        <section aria-labelledby="buys" className="lg:[&_.deal-grid]:grid-cols-3">
          <SectionHeading id="buys" action={<AllBuys count={loaderData.buyCount} />}>
            {i18n.t('Active Group Buys')}
          </SectionHeading>
          <BuyGrid
            buys={loaderData.buys}
            failure={loaderData.buyFailure}
            empty={
              <EmptyState
                title={i18n.t('No active group buys at the moment. Check back soon!')}
                action={
                  <LinkButton to="/products" tone="plain">
                    {i18n.t('Browse Deals')}
                  </LinkButton>
                }
              >
                {i18n.t('Until then, you can buy by the bag, straight from the shops.')}
              </EmptyState>
            }
            now={now}
            signedIn={loaderData.signedIn}
            parts={loaderData.parts}
            ownVendorId={loaderData.ownVendorId}
            outcome={joined}
          />
        </section>
        <AdvertsFailure adverts={adverts} />
        <AdvertBanner advert={adverts.byPosition.top} />
        <div className="mt-10">
          <FeaturedDeals
            address={address}
            deals={deals.deals}
            failure={deals.error}
            adverts={adverts}
            now={now}
            mayEdit={loaderData.mayEdit}
            outcome={deleted}
          />
        </div>
        <AdvertBanner advert={adverts.byPosition.bottom} />
      </div>
      <HowItWorks own={loaderData.own} />
    </>
  )
}

function AllBuys({ count }: { count: number }) {
  const { i18n } = useLingui()
  if (count <= BUYS_SHOWN) return null
  return (
    <LinkButton to="/group-buys" tone="quiet" size="small">
      {i18n.t('See all {count}', { count })}
    </LinkButton>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    i18n.t(brand.tagline),
    i18n.t(
      'Buy rice, beans, yam, fish and oil by the bag together with others. The more people join, the less everybody pays.',
    ),
  )
}
