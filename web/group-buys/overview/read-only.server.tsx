import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { brand } from '#domain/brand/brand.ts'
import { shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { isCalledOff } from '#domain/group-buys/states.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { Area } from '#domain/places/area-text.ts'
import type { ShopFulfilment } from '#domain/places/shop-fulfilment.ts'
import { amountText } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { weightRangeText } from '#domain/products/weights/weight-range.ts'
import { byWeightText } from '#domain/products/weights/weight-terms.ts'
import { figureRules } from '#web/desk/figures/figure-rules.ts'
import { counted } from '#web/languages/counted.ts'
import { translate } from '#web/languages/translate.ts'
import { FulfilmentWays } from '#web/places/fulfilment-ways.tsx'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { sendOnce } from '#web/rendering/static-part.tsx'
import { Disclosure } from '#web/ui/browse/disclosure.tsx'
import { count, day, moment } from '#web/ui/format.ts'
import { Rating } from '#web/ui/rating.tsx'
import { translateWeight } from '#web/weight-text.ts'
import type { BuyDetails } from '../queries.ts'
import type { Sheet } from '../sheet/sheet-queries.ts'
import { SheetSummary } from '../sheet/sheet-summary.tsx'
import { belowMinimumText, leavingText, quantityLimitsText } from './buy-rules.ts'
import { type Measures, PackRules, PacksToJoin, packContents, packProgress, TakeUpTo } from './packs.server.tsx'

interface ReadOnlyProps {
  buy: BuyDetails
  measures: Measures
  now: string
  open: boolean
  /** Joining starts a payment period of minutes, in this buy or after reservations that expired. */
  paysOnJoining: boolean
  /** Whether the viewer has an order in it, which says itself what is due. */
  hasJoined: boolean
  signedIn: boolean
  /** From a form that was refused. */
  typedUpTo: string
  /** The page's full address, for a message to support. */
  address: string
  /** The settlement sheet, once payments are counted. */
  sheet: Sheet | null
  /** How the goods are received; null if the shop is not open, or if it could not be read. */
  ways: ShopFulfilment | null
  /** When the shop works, as HTML. */
  calendar: string
  /** The viewer's area; null if it is unknown. */
  area: Area | null
  /** Whether the viewer saves data. */
  savesData: boolean
  /** Parts of other features: photographs of the goods, and what is below the seller. */
  beside: { photographs: React.ReactNode; below: React.ReactNode }
  i18n: I18n
}

/**
 * The static parts of a buy's page, rendered to HTML on the server so that browsers load no script for them.
 * `photographs` are below the drawing, `ways` above the button, `trust` and `upTo` beside it, `more` below.
 */
export function readOnlyParts(request: Request, props: ReadOnlyProps) {
  const { ways, buy, area, savesData, i18n, beside } = props
  const markup = (part: React.ReactNode) => staticMarkup(part, { i18n, shell: { area, savesData } })
  const parts = {
    photographs: beside.photographs ? markup(beside.photographs) : '',
    ways: (ways ? markup(<FulfilmentWays ways={ways} area={area} shareDate={buy.share_date} />) : '') + props.calendar,
    more: markup(<More {...props} />),
  }
  const { open, signedIn, hasJoined, typedUpTo: typed } = props
  return {
    parts: sendOnce(parts, request),
    trust: open ? markup(<Trust {...props} />) : '',
    upTo: open && signedIn ? markup(<TakeUpTo buy={buy} hasJoined={hasJoined} typed={typed} i18n={i18n} />) : '',
  }
}

/** How the money is protected, and how to get help. */
function Trust({ buy, address, paysOnJoining, hasJoined, savesData, i18n }: ReadOnlyProps) {
  const due = buy.payment_due_at && moment(buy.payment_due_at)
  const byWeight = byWeightText(buy, { priceKobo: nairaToKobo(shownPriceNaira(buy)) })
  const ask = encodeURIComponent(
    i18n.t('I have a question about {product}: {address}', { product: buy.product_name, address }),
  )
  return (
    <>
      <PacksToJoin buy={buy} i18n={i18n} />
      <ul className="grid gap-2 border-t border-grain pt-3 text-14">
        {byWeight && <li className="font-semibold">{translate(i18n, byWeight)}</li>}
        {!hasJoined && (
          <li>
            {paysOnJoining
              ? i18n.t('Pay right after you join, to keep your place.')
              : due
                ? i18n.t('Nothing to pay now. Pay by {due}; we keep your place until then.', { due })
                : i18n.t('Nothing to pay now.')}
          </li>
        )}
        <li>{i18n.t('We hold your money. The vendor is paid only after the food is in your hands.')}</li>
        <li>{i18n.t('If too few people pay, everything comes back to you, fee included.')}</li>
        <li>
          <Trans
            id="Any question? <chat>WhatsApp us</chat> or call <phone>{phone}</phone>, {hours}."
            components={{
              chat: (
                <a
                  href={`https://wa.me/${brand.whatsapp}?text=${ask}`}
                  className="text-link whitespace-nowrap"
                  rel="noopener"
                  target="_blank"
                />
              ),
              phone: <a href={`tel:${brand.phone}`} className="text-link whitespace-nowrap" />,
            }}
            values={{ phone: brand.phoneText, hours: i18n.t(brand.hours) }}
          />
        </li>
      </ul>
      {!savesData && (
        <p
          role="status"
          data-viewers={buy.id}
          data-text={i18n.t('{count} people are looking at this now', { count: '{count}' })}
          className="mt-2 min-h-6 text-14 text-soft tabular-nums"
        />
      )}
    </>
  )
}

function More(props: ReadOnlyProps) {
  const { buy, measures, now, open, i18n } = props
  const weight = weightText(buy, measures, i18n)
  const notSet = i18n.t('not set')
  const dates = [
    [open ? i18n.t('Closes') : i18n.t('Closed'), moment(buy.end_date)],
    // With payment on joining the period is minutes, and the order shows its end.
    ...(props.paysOnJoining ? [] : [[i18n.t('Pay by'), buy.payment_due_at ? moment(buy.payment_due_at) : notSet]]),
    // Above, with the places, unless these could not be shown.
    ...(props.ways ? [] : [[i18n.t('Sharing day'), buy.share_date ? day(buy.share_date) : notSet]]),
    ...(weight ? [[i18n.t('Weight'), weight]] : []),
    ...(buy.pack_unit === null
      ? []
      : [
          [
            i18n.t('Comes in'),
            i18n.t('{pack} of {contents}', { pack: buy.pack_unit, contents: packContents(buy, measures, i18n) }),
          ],
          ...(isCalledOff(buy.status) || buy.final_price !== null ? [] : [[i18n.t('So far'), packProgress(buy, i18n)]]),
        ]),
    ...(open && (buy.min_quantity > 1 || buy.max_quantity !== null)
      ? [[i18n.t('One person takes'), quantityLimitsText(buy, i18n)]]
      : []),
  ]
  return (
    <>
      {props.sheet && <SheetSummary sheet={props.sheet} />}
      <section aria-labelledby="about-buy">
        <h2 id="about-buy" className="mb-2 text-22">
          {i18n.t('About this group buy')}
        </h2>
        {buy.product_description && (
          <p className="mb-3 max-w-measure whitespace-pre-line break-words">{buy.product_description}</p>
        )}
        <dl className="divide-y divide-grain border-y border-grain">
          {dates.map(([term, fact]) => (
            <div
              key={term}
              className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <dt className="text-soft">{term}</dt>
              <dd className="font-semibold">{fact}</dd>
            </div>
          ))}
        </dl>
        {open && (
          <>
            <Disclosure title={i18n.t('What if too few people pay?')}>
              <p>{belowMinimumText(buy, i18n)}</p>
              <p>
                {i18n.t(
                  'If it does not happen, we refund everything you paid, fee included. PEPS come back at once, naira in 3 to 5 business days. You do not have to ask.',
                )}
              </p>
            </Disclosure>
            <PackRules buy={buy} i18n={i18n} />
            <Disclosure title={i18n.t('Can I leave?')}>
              <p>{leavingText(buy, { now, i18n })}</p>
            </Disclosure>
          </>
        )}
      </section>
      <Seller buy={buy} />
      {props.beside.below}
    </>
  )
}

/** "1 bag, about 50 kg", as when the buy was published; empty if the weight is unknown. */
function weightText(buy: BuyDetails, measures: Measures, i18n: I18n): string {
  const { product_name: name, category, unit, kg_per_unit } = buy
  const range = weightRangeText(buy)
  if (range) return translateWeight(i18n, `${countUnits(1, unit)}, about ${range}`)
  if (kg_per_unit === null) return ''
  return translateWeight(i18n, amountText({ name, category, unit, quantity: 1, kg_per_unit }, measures))
}

/** The shop's record, with a definition of each figure. A shop that is not open shows none. */
function Seller({ buy: { vendor, vendor_location: city } }: Pick<ReadOnlyProps, 'buy'>) {
  const { i18n } = useLingui()
  if (!vendor) return null
  const { metrics } = vendor
  const onTime = metrics?.on_time_rate
  const completed = metrics?.completed_orders ?? 0
  return (
    <section aria-labelledby="seller">
      <h2 id="seller" className="mb-2 text-22">
        {i18n.t('The seller')}
      </h2>
      <p>
        <a href={`/shop/${vendor.id}`} className="text-link font-semibold break-words">
          {vendor.business_name}, {city}
        </a>
      </p>
      <Rating value={metrics?.rating ?? null} amount={metrics?.rating_count ?? 0} />
      <p className="text-14">
        {counted(i18n, completed, {
          one: /*i18n*/ '{count} order completed',
          many: /*i18n*/ '{count} orders completed',
          count: count(completed),
        })}
        {onTime == null ? '' : `, ${i18n.t('{percent}% on time', { percent: count(onTime) })}`}
      </p>
      <Disclosure title={i18n.t('How we count these figures')}>
        <p>{i18n.t(figureRules.rating)}</p>
        <p>{i18n.t(figureRules.completed)}</p>
        <p>{i18n.t(figureRules.onTime)}</p>
      </Disclosure>
    </section>
  )
}
