import { useLingui } from '@lingui/react'
import { data, isRouteErrorResponse } from 'react-router'
import { readReferralCode } from '#api/referral-code.ts'
import { sharedAddress } from '#domain/rewards/referrals.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, areaContext, i18nContext, siteContext, structuredContext, viewerContext } from '#web/context.ts'
import { FollowForm } from '#web/follows/follow-form.tsx'
import { isFollowed } from '#web/follows/queries.ts'
import { buyAddress, readBuyAddress } from '#web/group-buys/address.ts'
import { joinByForm, joinOffline, revalidateUnlessRejected } from '#web/group-buys/joining/join.ts'
import { listActiveGroupBuys, listOwnParts } from '#web/group-buys/queries.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { productAddress } from '#web/products/address.ts'
import { listShopProducts } from '#web/products/queries.ts'
import { ShopProducts } from '#web/products/shop-products.tsx'
import { StaticPart, sendOnce } from '#web/rendering/static-part.tsx'
import type { PageHandle } from '#web/shell.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ShareLinks } from '#web/ui/cards/share-links.tsx'
import { StallFrame } from '#web/ui/cards/stall-frame.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { listReviews, readShop } from '#web/vendors/queries.ts'
import { Reviews } from '#web/vendors/reviews/reviews.tsx'
import { shopMeta } from '#web/vendors/share.ts'
import { splitCalendar } from '#web/vendors/shop-calendar.server.tsx'
import { ShopFigures } from '#web/vendors/shop-figures.tsx'
import { shopStructuredData } from '#web/vendors/shop-structured-data.server.ts'
import type { Route } from './+types/shop.ts'
import { BuyGrid } from './buy-grid.tsx'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  const stored = await readShop(api, params.vendorId)
  if (!stored) throw data(null, 404)
  const now = new Date()
  const { shop, calendar } = splitCalendar(stored, { now, i18n: context.get(i18nContext) })
  const { origin } = context.get(siteContext)
  context.set(structuredContext, shopStructuredData(shop, origin))
  const ofShop = readBuyAddress(new URLSearchParams({ vendor: shop.id }))
  const [listed, products, reviews, followed, { code }] = await Promise.all([
    listActiveGroupBuys(api, ofShop, { now: now.toISOString(), nearState: null }),
    listShopProducts(api, shop.id, now.toISOString()),
    listReviews(api, shop.id),
    isFollowed(api, viewer.userId, { kind: 'shop', id: shop.id }),
    readReferralCode(api, viewer.userId),
  ])
  const ids = listed.buys.map(({ id }) => id)
  return {
    shop,
    staticParts: sendOnce({ calendar }, request),
    parts: await listOwnParts(api, ids, viewer.userId),
    buys: withSharedVendor(listed.buys).map((buy) => ({ ...buy, joinKey: crypto.randomUUID() })),
    buyCount: listed.count,
    buyFailure: listed.error,
    products: { ...products, products: withSharedVendor(products.products) },
    reviews,
    followed,
    now: now.toISOString(),
    today: lagosDate(now),
    signedIn: viewer.userId !== null,
    ownVendorId: viewer.userId === shop.owner_id ? shop.id : null,
    origin,
    code,
  }
}

/** All rows are of one shop: the page's data contains an object once if all of them refer to it. */
const withSharedVendor = <Row extends { vendor: unknown }>(rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, vendor: rows[0]?.vendor }))

export async function action({ request, context }: Route.ActionArgs) {
  return joinByForm(context.get(apiContext), await request.formData(), (await context.get(areaContext)())?.state)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withOfflineFallback(serverAction, () => joinOffline(form))
}

export const shouldRevalidate = revalidateUnlessRejected

export default function ShopPage({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { shop, products, reviews } = loaderData
  const { metrics } = shop
  return (
    <>
      <StallFrame
        as="h1"
        name={shop.business_name}
        city={shop.location}
        logoUrl={shop.logo_url}
        onTimePercent={metrics?.on_time_rate ?? null}
        rating={metrics?.rating ?? null}
        ratingAmount={metrics?.rating_count ?? 0}
      >
        <StaticPart id="part-calendar" html={loaderData.staticParts.calendar} className="mt-4" />
        {!loaderData.ownVendorId && (
          <div className="mt-4">
            <FollowForm
              kind="shop"
              id={shop.id}
              name={shop.business_name}
              followed={loaderData.followed}
              signedIn={loaderData.signedIn}
            />
          </div>
        )}
        <ShopFigures shop={shop} />
        {shop.description && <p className="mt-3 max-w-measure whitespace-pre-line break-words">{shop.description}</p>}
        <div className="mt-4 max-w-96">
          <ShareLinks
            title={shop.business_name}
            text={i18n.t('{shop}, {city}: buy food from them, alone or together.', {
              shop: shop.business_name,
              city: shop.location,
            })}
            url={sharedAddress(`${loaderData.origin}/shop/${shop.id}`, loaderData.code)}
          />
        </div>
      </StallFrame>
      <section aria-labelledby="buys" className="mt-10">
        <SectionHeading id="buys">{i18n.t('Active Group Buys')}</SectionHeading>
        <BuyGrid
          buys={loaderData.buys}
          failure={loaderData.buyFailure}
          empty={
            <EmptyState
              title={i18n.t('No group buy is open in this shop at the moment.')}
              action={
                <LinkButton to="/group-buys" tone="plain">
                  {i18n.t('See all group buys')}
                </LinkButton>
              }
            />
          }
          now={loaderData.now}
          signedIn={loaderData.signedIn}
          parts={loaderData.parts}
          ownVendorId={loaderData.ownVendorId}
          outcome={actionData ?? null}
        />
        {loaderData.buyCount > loaderData.buys.length && (
          <LinkButton to={buyAddress({ vendor: shop.id })} tone="plain" className="mt-6">
            {i18n.t('See all {count} group buys', { count: loaderData.buyCount })}
          </LinkButton>
        )}
      </section>
      <section aria-labelledby="products" className="mt-12">
        <SectionHeading id="products">{i18n.t('Products')}</SectionHeading>
        <ShopProducts {...products} today={loaderData.today} moreAt={productAddress({ vendor: shop.id })} />
      </section>
      <section aria-labelledby="reviews" className="mt-12">
        <SectionHeading id="reviews">{i18n.t('What buyers say')}</SectionHeading>
        <Reviews reviews={reviews.reviews} failure={reviews.error} shopId={shop.id} />
      </section>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  if (loaderData) return shopMeta(loaderData.shop, { i18n, origin: loaderData.origin })
  return [
    ...pageMeta(i18n.t('This shop is not open'), i18n.t('Find another shop.')),
    { name: 'robots', content: 'noindex' },
  ]
}

export const handle: PageHandle = { hasPreviewImage: (loaderData) => Boolean(loaderData) }

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { i18n } = useLingui()
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <div className="flex flex-col items-start gap-8 md:flex-row md:items-center md:gap-14">
      <img src="/hero/empty-stall.svg" alt="" width={320} height={240} className="w-full max-w-80 rounded-card" />
      <div>
        <PageHeading
          lead={i18n.t(
            'It may have closed, be waiting for approval, or the address may be mistyped. Orders you placed there are safe.',
          )}
        >
          {i18n.t('This shop is not open')}
        </PageHeading>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/vendors">{i18n.t('Vendor Shops')}</LinkButton>
          <LinkButton to="/products" tone="plain">
            {i18n.t('Browse Deals')}
          </LinkButton>
          <LinkButton to="/account/orders" tone="quiet">
            {i18n.t('Your orders')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
