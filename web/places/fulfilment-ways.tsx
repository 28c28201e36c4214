import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { STOCKPILE_DAYS } from '#domain/limits.ts'
import type { Area } from '#domain/places/area-text.ts'
import { closedOn } from '#domain/places/closed-days.ts'
import { findZone } from '#domain/places/find-zone.ts'
import { hoursText } from '#domain/places/opening-hours.ts'
import { type CollectionPlace, type ShopFulfilment, statesOfFulfilment } from '#domain/places/shop-fulfilment.ts'
import { deliveryHoursText } from '#web/ui/facts/delivery-hours-text.ts'
import { day, kobo } from '#web/ui/format.ts'

interface FulfilmentFactsProps {
  ways: ShopFulfilment
  /** The viewer's area; null if it is unknown. */
  area: Area | null
  /** The day on which the goods are handed out, if it is not shown nearby; null while it is not set. */
  shareDate?: string | null
}

interface FulfilmentWaysProps extends FulfilmentFactsProps {
  /** Whether the product can be stockpiled. */
  canStockpile?: boolean
}

/** Number of places named; the rest are counted. */
const NAMED = 3

/** How the goods of a buy or product are received: where, when and for what fee. */
export function FulfilmentWays({ canStockpile = false, ...facts }: FulfilmentWaysProps) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className="mb-3 text-22">
        {i18n.t('How you get it')}
      </h2>
      <FulfilmentFacts {...facts}>
        {canStockpile && (
          <FulfilmentRow term={i18n.t('Kept for you')}>
            {i18n.t('Leave it at a pickup place for up to {days} days.', { days: STOCKPILE_DAYS })}
          </FulfilmentRow>
        )}
      </FulfilmentFacts>
      <p className="mt-1 text-14 text-soft">
        {i18n.t('You choose before you pay.')}{' '}
        <Link to="/places" className="inline-flex min-h-11 items-center text-link">
          {i18n.t('All places and fees')}
        </Link>
      </p>
    </section>
  )
}

/** The same facts alone, for each shop of a cart and of a checkout. */
export function FulfilmentFacts({
  ways,
  area,
  shareDate,
  children,
}: FulfilmentFactsProps & { children?: React.ReactNode }) {
  const { i18n } = useLingui()
  const { city, state } = ways
  // Nothing is collected at a shop's own place on a day on which the shop is closed.
  const places = ways.places.filter((place) => !shareDate || closedOn(place.closed_days, shareDate) === null)
  const more = places.length - NAMED
  const [receivedIn = state, ...others] = statesOfFulfilment(ways)
  const isFar = area !== null && ![receivedIn, ...others].includes(area.state)
  return (
    <dl className="divide-y divide-grain border-y border-grain">
      <FulfilmentRow term={i18n.t('Where')}>
        <strong>{city === state ? city : `${city}, ${state}`}</strong>
        {isFar && <span className="block">{i18n.t('In another state: {state}', { state: receivedIn })}</span>}
      </FulfilmentRow>
      {shareDate !== undefined && (
        <FulfilmentRow term={i18n.t('Sharing day')}>
          {shareDate === null ? i18n.t('Sharing day not set yet') : day(shareDate)}
        </FulfilmentRow>
      )}
      <FulfilmentRow term={i18n.t('Pickup, free')}>
        {places.length === 0 && i18n.t('The vendor tells you where to collect it.')}
        {places.slice(0, NAMED).map((place) => (
          <Place key={place.name} place={place} />
        ))}
        {more > 0 && i18n.t('and {count} more', { count: more })}
      </FulfilmentRow>
      <FulfilmentRow term={i18n.t('Delivery')}>
        <Delivery ways={ways} area={area} shareDate={shareDate ?? null} />
      </FulfilmentRow>
      {children}
    </dl>
  )
}

function Place({ place: { name, street, lga, opening_hours: hours } }: { place: CollectionPlace }) {
  const { i18n } = useLingui()
  return (
    <div className="not-first:mt-1">
      {name}, {street}, {lga}
      {hours.length > 0 && (
        <span className="block text-14 text-soft">{i18n.t('Open {hours}', { hours: hoursText(hours) })}</span>
      )}
    </div>
  )
}

function FulfilmentRow({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-soft">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

interface DeliveryProps {
  ways: ShopFulfilment
  area: Area | null
  shareDate: string | null
}

/** The fee and the hours: for the viewer's local government, or else of all zones. */
function Delivery({ ways, area, shareDate }: DeliveryProps) {
  const { i18n } = useLingui()
  const { zones, state } = ways
  const lga = area?.state === state ? area.lga : null
  const own = lga && findZone(zones, { shop: ways, address: { state, lga } })
  if (zones.length === 0) return i18n.t('Not in {state} yet', { state })
  if (lga && !own) return i18n.t('Not to {lga} yet', { lga })
  const hours = new Set((own ? [own] : zones).map((zone) => deliveryHoursText(i18n, zone.delivery_hours, shareDate)))
  const [same] = hours.size === 1 ? hours : [i18n.t('The days depend on your local government.')]
  return (
    <>
      {lga && own ? i18n.t('To {lga}: {fee}', { lga, fee: kobo(own.fee_kobo) }) : feesText(i18n, ways)}
      {same && <span className="block text-14 text-soft">{same}</span>}
    </>
  )
}

function feesText(i18n: I18n, { zones, state }: ShopFulfilment): string {
  const fees = zones.map(({ fee_kobo }) => fee_kobo)
  const [least, most] = [Math.min(...fees), Math.max(...fees)]
  if (least === most) return i18n.t('In {state}: {fee}', { state, fee: kobo(least) })
  return i18n.t('In {state}: {least} to {most}', { state, least: kobo(least), most: kobo(most) })
}
