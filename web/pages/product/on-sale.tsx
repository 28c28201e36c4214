import { Trans, useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { cheaperBuy } from '#domain/group-buys/participants/cheaper-buy.ts'
import { shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { nairaToKobo } from '#domain/money.ts'
import { byWeightText } from '#domain/products/weights/weight-terms.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { FollowForm } from '#web/follows/follow-form.tsx'
import { translate } from '#web/languages/translate.ts'
import { unavailableReason } from '#web/products/on-sale.ts'
import { OpenBuys } from '#web/products/open-buys.tsx'
import type { ProductPageRow } from '#web/products/page-queries.ts'
import { ProductFacts } from '#web/products/product-facts.tsx'
import { StaticPart } from '#web/rendering/static-part.tsx'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Gallery } from '#web/ui/cards/gallery.tsx'
import { IfAllPay } from '#web/ui/cards/if-all-pay.tsx'
import { PriceTag } from '#web/ui/cards/price-tag.tsx'
import { StallFrame } from '#web/ui/cards/stall-frame.tsx'
import { stallPicture } from '#web/ui/cards/stall-picture.ts'
import { naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { translateWeight } from '#web/weight-text.ts'

interface OnSaleProps {
  product: ProductPageRow
  /** 1 to 5; null without ratings. */
  rating: { rating: number | null; count: number }
  /** Rendered on the server: earlier prices, when the shop works, how goods are received, questions and reviews. Empty if there is nothing. */
  parts: { prices?: string; calendar?: string; ways?: string; opinions?: string }
  viewer: { signedIn: boolean; isOwn: boolean; followed: boolean; wantsRestock: boolean }
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
}

const FORM = 'add-to-cart'

/** The page of a product on sale, from its price to its reviews. */
export function OnSale({ product, rating, parts, viewer, today }: OnSaleProps) {
  const { i18n } = useLingui()
  const { vendor } = product
  const metrics = vendor.metrics
  const photos = product.pictures.map(({ url }) => url)
  return (
    <>
      <PageHeading
        lead={
          <Link to={`/shop/${vendor.id}`} className="text-link break-words">
            {vendor.business_name}, {product.vendor_location}
          </Link>
        }
      >
        <span className="break-words">{product.name}</span>
      </PageHeading>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8">
        <Gallery
          pictures={
            photos.length > 0 ? photos : [stallPicture(product.image_url, { unit: product.unit, seller: vendor.id })]
          }
          name={product.name}
        />
        <div className="grid grid-cols-1 content-start gap-4">
          <Buying product={product} rating={rating} viewer={viewer} today={today} />
          <StaticPart id="part-calendar" html={parts.calendar} />
        </div>
      </div>
      <div className="mt-10 grid grid-cols-1 items-start gap-10 md:grid-cols-2 lg:gap-x-14">
        <div className="grid grid-cols-1 gap-10">
          <ProductFacts product={product} today={today} />
          <StaticPart id="part-prices" html={parts.prices} />
          <StaticPart id="part-ways" html={parts.ways} />
        </div>
        <StallFrame
          name={vendor.business_name}
          city={vendor.location}
          logoUrl={vendor.logo_url}
          onTimePercent={metrics?.on_time_rate ?? null}
          rating={metrics?.rating ?? null}
          ratingAmount={metrics?.rating_count ?? 0}
        >
          <LinkButton to={`/shop/${vendor.id}`} tone="plain" size="small" className="mt-4">
            {i18n.t('See the shop')}
          </LinkButton>
        </StallFrame>
      </div>
      <StaticPart
        id="part-opinions"
        html={parts.opinions}
        className="mt-12 grid grid-cols-1 items-start gap-12 lg:grid-cols-2 lg:gap-x-14"
      />
      <Bar product={product} viewer={viewer} today={today} />
    </>
  )
}

type BuyingProps = Pick<OnSaleProps, 'product' | 'rating' | 'viewer' | 'today'>

/** The bulk price and the prices of open buys, with the form for adding to the cart. */
function Buying({ product, rating, viewer, today }: BuyingProps) {
  const { i18n } = useLingui()
  const { buys, unit } = product
  const lead = cheaperBuy(buys, product.base_price)
  const stops = unavailableReason(product, today)
  const byWeight = byWeightText(product, { priceKobo: nairaToKobo(product.base_price) })
  const [, ...kg] = translateWeight(i18n, product.weight).split(', ')
  return (
    <div className="grid grid-cols-1 content-start gap-4 break-words">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {lead ? (
          <div>
            <PriceTag price={shownPriceNaira(lead)} basePrice={product.base_price} unit={unit} size="page" />
            <IfAllPay buy={lead} />
          </div>
        ) : (
          <PriceTag price={product.base_price} unit={unit} size="page" />
        )}
        {rating.count > 0 && (
          <a href="#reviews" className="inline-flex min-h-11 items-center">
            <Rating value={rating.rating} amount={rating.count} />
          </a>
        )}
        {kg.length > 0 && (
          <p className="w-full text-soft">{i18n.t('One {unit} is {weight}.', { unit, weight: kg.join(', ') })}</p>
        )}
      </div>
      {buys.length > 0 && <OpenBuys buys={buys} alone={product.base_price} lead={lead} />}
      {viewer.isOwn ? (
        <LinkButton to={`/vendor/products/${product.id}`} tone="plain">
          {i18n.t('Edit your product')}
        </LinkButton>
      ) : (
        <>
          {stops ? (
            <p className="font-semibold text-pepper">{translate(i18n, stops)}</p>
          ) : (
            <div className="grid gap-2">
              {buys.length > 0 && (
                <h2 id="alone" className="text-18 tabular-nums">
                  {lead
                    ? i18n.t('Or buy it alone, now, at {price} a {unit}', { price: naira(product.base_price), unit })
                    : i18n.t('Or buy it alone, now')}
                </h2>
              )}
              {byWeight && <p className="max-w-measure font-semibold">{translate(i18n, byWeight)}</p>}
              <AddToCart
                product={product}
                withQuantity
                tone={lead ? 'plain' : 'primary'}
                {...(!lead && { formId: FORM })}
              />
              <p className="text-14 text-soft">{i18n.t('We hold your money until you have your food.')}</p>
            </div>
          )}
          {(buys.length === 0 || viewer.followed || stops) && (
            <FollowForm
              kind="product"
              id={product.id}
              name={product.name}
              followed={viewer.followed}
              signedIn={viewer.signedIn}
              {...(stops && { restock: { wanted: viewer.wantsRestock } })}
            />
          )}
        </>
      )}
    </div>
  )
}

/** The main action at the bottom of a phone's screen; hidden from 700 px. */
function Bar({ product, viewer, today }: Omit<BuyingProps, 'rating'>) {
  const { i18n } = useLingui()
  const lead = cheaperBuy(product.buys, product.base_price)
  const stops = unavailableReason(product, today)
  const buy = lead ?? (stops ? product.buys[0] : undefined)
  if (viewer.isOwn || (stops && !buy)) return null
  const price = buy ? shownPriceNaira(buy) : product.base_price
  return (
    <div className="contents md:hidden">
      <ActionBar
        price={
          <>
            <p className="font-extrabold break-words tabular-nums">
              <Trans
                id="{price} <unit>a {unit}</unit>"
                components={{ unit: <span className="text-14 font-semibold" /> }}
                values={{ price: naira(price), unit: <>{product.unit}</> }}
              />
            </p>
            {lead && !stops && (
              <a href="#alone" className="inline-flex min-h-6 items-center text-14 text-link tabular-nums">
                {i18n.t('{price} alone', { price: naira(product.base_price) })}
              </a>
            )}
          </>
        }
        action={
          buy ? (
            <LinkButton to={`/group-buys/${buy.id}`}>{i18n.t('See the group buy')}</LinkButton>
          ) : (
            <Button
              form={FORM}
              name="act"
              value="add"
              aria-label={i18n.t('Add to Cart: {name}', { name: product.name })}
            >
              {i18n.t('Add to Cart')}
            </Button>
          )
        }
      />
    </div>
  )
}
