import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { cheaperBuy } from '#domain/group-buys/participants/cheaper-buy.ts'
import { shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { countUnits } from '#domain/products/units.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { NotifyWhenBack } from '#web/follows/notify-me.tsx'
import { translate } from '#web/languages/translate.ts'
import { useFarText } from '#web/places/area/use-far-text.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { cheaperBuyText } from '#web/ui/cards/cheaper-buy-text.ts'
import { DealCard } from '#web/ui/cards/deal-card.tsx'
import { IfAllPay } from '#web/ui/cards/if-all-pay.tsx'
import { PriceTag } from '#web/ui/cards/price-tag.tsx'
import { stallPicture } from '#web/ui/cards/stall-picture.ts'
import { day, moment, naira } from '#web/ui/format.ts'
import { translateWeight } from '#web/weight-text.ts'
import { unavailableReason } from './on-sale.ts'
import type { ProductCardRow } from './queries.ts'

interface ProductCardProps {
  product: ProductCardRow
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
  eager?: boolean
  headingLevel?: 'h2' | 'h3'
  /** True on the shop's own page, where its name is not repeated. */
  inShop?: boolean
  /** True below another product, where only name and price are shown. */
  brief?: boolean
  /** Buttons for content staff. */
  staff?: React.ReactNode
}

/** A product on sale. Add to Cart adds the minimum quantity. */
export function ProductCard({ product, today, eager = false, staff, ...display }: ProductCardProps) {
  const { i18n } = useLingui()
  const { headingLevel = 'h2', inShop = false, brief = false } = display
  const lead = cheaperBuy(product.buys, product.base_price)
  const [buy] = product.buys
  const stops = unavailableReason(product, today)
  const far = useFarText(product.vendor.state)
  return (
    <DealCard
      name={product.name}
      picture={stallPicture(product.image_url, { unit: product.unit, seller: product.vendor.id })}
      to={`/products/${product.id}`}
      {...(!inShop && { place: { city: product.vendor_location, shop: product.vendor.business_name }, far })}
      eager={eager}
      headingLevel={headingLevel}
      priceTag={
        lead ? (
          <>
            <PriceTag price={shownPriceNaira(lead)} basePrice={product.base_price} unit={product.unit} />
            <IfAllPay buy={lead} />
          </>
        ) : (
          <PriceTag price={product.base_price} unit={product.unit} />
        )
      }
      action={
        (!brief || buy) && (
          <div className="grid gap-1">
            {lead && (
              <LinkButton
                to={`/group-buys/${lead.id}`}
                wide
                aria-label={`${cheaperBuyText(i18n, lead)}: ${product.name}`}
              >
                {i18n.t('In a group buy open until {moment}', { moment: moment(lead.end_date) })}
              </LinkButton>
            )}
            {!brief && stops && (
              <>
                <p className="font-semibold text-soft">{translate(i18n, stops)}</p>
                <NotifyWhenBack id={product.id} name={product.name} />
              </>
            )}
            {!brief && !stops && lead && (
              <p className="pt-1 text-14 tabular-nums">
                {i18n.t('Or alone, now: {price} a {unit}', { price: naira(product.base_price), unit: product.unit })}
              </p>
            )}
            {!brief && !stops && <AddToCart product={product} tone={lead ? 'plain' : 'primary'} />}
            {buy && !lead && (
              <Link
                to={`/group-buys/${buy.id}`}
                aria-label={i18n.t('Open group buy at {price}: {name}', {
                  price: naira(shownPriceNaira(buy)),
                  name: product.name,
                })}
                className="inline-flex min-h-11 items-center font-semibold text-link"
              >
                {i18n.t('Open group buy at {price}', { price: naira(shownPriceNaira(buy)) })}
              </Link>
            )}
          </div>
        )
      }
    >
      {!brief && <p className="text-14 text-soft">{facts(i18n, product, today).join(' · ')}</p>}
      {staff}
    </DealCard>
  )
}

function facts(
  i18n: I18n,
  { share_date, min_quantity, max_quantity, unit, weight }: ProductCardRow,
  today: string,
): string[] {
  return [
    share_date !== null && share_date >= today ? i18n.t('Shared on {day}', { day: day(share_date) }) : null,
    share_date === null ? i18n.t('Sharing day not set yet') : null,
    weight ? translateWeight(i18n, weight) : null,
    min_quantity > 1 ? i18n.t('at least {units}', { units: countUnits(min_quantity, unit) }) : null,
    max_quantity !== null ? i18n.t('at most {units}', { units: countUnits(max_quantity, unit) }) : null,
  ].filter((fact) => fact !== null)
}
