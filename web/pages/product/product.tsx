import { useLingui } from '@lingui/react'
import { data, Link } from 'react-router'
import { readReferralCode } from '#api/referral-code.ts'
import { categoryLabels, isCategory } from '#domain/products/categories.ts'
import { sharedAddress } from '#domain/rewards/referrals.ts'
import { PRODUCT_NOT_FOUND } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, areaContext, i18nContext, siteContext, structuredContext, viewerContext } from '#web/context.ts'
import { readProductFollow } from '#web/follows/queries.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readShopFulfilment } from '#web/places/queries.ts'
import { productAddress } from '#web/products/address.ts'
import { MoreProducts } from '#web/products/more-products.tsx'
import {
  listRelatedProducts,
  readProduct,
  readProductRating,
  readUnavailableProduct,
} from '#web/products/page-queries.ts'
import { priceHistorySection } from '#web/products/prices/price-history.server.tsx'
import { readPriceRecords } from '#web/products/prices/price-queries.ts'
import { productStructuredData } from '#web/products/product-structured-data.server.ts'
import { ProductUnavailable } from '#web/products/product-unavailable.tsx'
import { ALL_QUESTIONS, listQuestions } from '#web/products/question-queries.ts'
import { productMeta } from '#web/products/share.ts'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { sendOnce } from '#web/rendering/static-part.tsx'
import type { PageHandle } from '#web/shell.ts'
import { ShareLinks } from '#web/ui/cards/share-links.tsx'
import { naira } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ALL_REVIEWS, listProductReviews } from '#web/vendors/queries.ts'
import { splitCalendar } from '#web/vendors/shop-calendar.server.tsx'
import type { Route } from './+types/product.ts'
import { OnSale } from './on-sale.tsx'
import { productParts } from './product-parts.server.tsx'

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const { id } = params
  const now = new Date()
  const iso = now.toISOString()
  const today = lagosDate(now)
  const product = await readProduct(api, id, iso)
  if (!product) {
    const unavailable = await readUnavailableProduct(api, id)
    if (!unavailable) throw data(PRODUCT_NOT_FOUND, { status: 404 })
    const beside = await listRelatedProducts(api, {
      id,
      category: unavailable.category,
      now: iso,
      vendorId: unavailable.vendor_id,
    })
    return data({ sale: null, unavailable, beside, today, origin: '', shared: '' }, { status: 404 })
  }
  const { category } = product
  const { shop: vendor, calendar } = splitCalendar(product.vendor, { now, i18n: context.get(i18nContext) })
  const most = url.searchParams.get('questions') === 'all' ? { most: ALL_QUESTIONS } : {}
  const mostReviews = url.searchParams.get('reviews') === 'all' ? { most: ALL_REVIEWS } : {}
  const [questions, reviews, rating, ways, beside, follow, { code }, prices] = await Promise.all([
    listQuestions(api, id, most),
    listProductReviews(api, id, mostReviews),
    readProductRating(api, id),
    readShopFulfilment(api, { id: vendor.id, city: product.vendor_location, state: vendor.state }),
    listRelatedProducts(api, { id, category, vendorId: vendor.id, now: iso }),
    readProductFollow(api, userId, id),
    readReferralCode(api, userId),
    readPriceRecords(api, product),
  ])
  const priceSection = priceHistorySection(prices, { unit: product.unit, today })
  const viewer = { signedIn: userId !== null, isOwn: userId === vendor.owner_id, ...follow }
  const i18n = context.get(i18nContext)
  const shell = { area: null, savesData: false }
  const sale = {
    product: { ...product, vendor },
    rating,
    viewer,
    parts: sendOnce(
      {
        prices: priceSection ? staticMarkup(priceSection, { i18n, shell }) : '',
        calendar,
        ...productParts(
          {
            productId: id,
            shopId: vendor.id,
            isOwn: viewer.isOwn,
            canStockpile: product.can_be_stockpiled === true,
            questions,
            reviews,
            rating,
            ways,
          },
          { i18n, area: await context.get(areaContext)() },
        ),
      },
      request,
    ),
  }
  const { origin } = context.get(siteContext)
  context.set(structuredContext, productStructuredData(product, { rating, origin, today }))
  const shared = sharedAddress(`${origin}/products/${id}`, code)
  return data({ sale, unavailable: null, beside, today, origin, shared })
}

export const shouldRevalidate = revalidateUnlessOffline

/** One product: description, prices, vendor and fulfilment. */
export default function Product({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { sale, unavailable, beside, today, shared } = loaderData
  const { category } = sale ? sale.product : unavailable
  const shopId = sale ? sale.product.vendor.id : unavailable.vendor_id
  const label = isCategory(category) ? i18n.t(categoryLabels[category]) : category
  return (
    <>
      <nav aria-label={i18n.t('Breadcrumb')} className="-mt-2 mb-2 text-14 text-soft">
        <ol className="flex flex-wrap items-center gap-x-2">
          <Crumb to="/products">{i18n.t('Browse Deals')}</Crumb>
          <li aria-hidden>/</li>
          <Crumb to={productAddress({ category })}>{label}</Crumb>
        </ol>
      </nav>
      {sale ? <OnSale {...sale} today={today} /> : <ProductUnavailable product={unavailable} />}
      {sale && (
        <div className="mt-8 max-w-96">
          <ShareLinks
            title={sale.product.name}
            text={i18n.t('{product}, {price} a {unit} from {shop}.', {
              product: sale.product.name,
              price: naira(sale.product.base_price),
              unit: sale.product.unit,
              shop: sale.product.vendor.business_name,
            })}
            url={shared}
          />
        </div>
      )}
      <div className="mt-12 grid gap-12">
        <MoreProducts
          id="of-shop"
          title={i18n.t('More from this shop')}
          products={beside.own}
          all={<All to={`/shop/${shopId}`}>{i18n.t('See the shop')}</All>}
          today={today}
          inShop
        />
        <MoreProducts
          id="similar"
          title={sale ? i18n.t('{category} from other shops', { category: label }) : label}
          products={beside.similar}
          all={<All to={productAddress({ category })}>{i18n.t('See all')}</All>}
          today={today}
        />
      </div>
    </>
  )
}

function Crumb({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
        {children}
      </Link>
    </li>
  )
}

function All({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center text-link">
      {children}
    </Link>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  if (loaderData?.sale) return productMeta(i18n, loaderData.sale.product, loaderData.origin)
  const title = loaderData?.unavailable?.name ?? i18n.t(PRODUCT_NOT_FOUND)
  return [...pageMeta(title, i18n.t('Find other food on the market.')), { name: 'robots', content: 'noindex' }]
}

export const handle: PageHandle = {
  hasPreviewImage: (loaderData) => Boolean((loaderData as Route.ComponentProps['loaderData'] | undefined)?.sale),
}

export const ErrorBoundary = notFoundBoundary({
  title: PRODUCT_NOT_FOUND,
  lead: /*i18n*/ 'The link may be cut off or mistyped.',
  back: /*i18n*/ 'Browse Deals',
  to: '/products',
})
