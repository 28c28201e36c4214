import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { shownPhone } from '#domain/forms/phone.ts'
import { deliverableFrom } from '#domain/places/delivery-window.ts'
import type { OpenDay } from '#domain/places/opening-hours.ts'
import { useShell } from '#web/shell.ts'
import { Notice } from '../notice.tsx'
import { deliveryHoursText } from './delivery-hours-text.ts'
import type { PlaceDetails } from './place-facts.tsx'
import { PlaceFacts } from './place-facts.tsx'

/** The columns of an order that describe its destination. */
export interface OrderDestinationRow {
  id: string
  status: string
  fulfilment: string
  place: (PlaceDetails & { closed_at: string | null; closed_reason: string | null }) | null
  /** The zone whose fee was paid, for delivery. */
  zone: { delivery_hours: unknown } | null
  /** The lines' sharing days. */
  shared: readonly { share_date: string | null }[]
  delivered_to: {
    recipient: string
    phone: string
    street: string
    landmark: string
    state: string
    lga: string
  } | null
}

interface OrderDestinationProps {
  order: OrderDestinationRow
  /** The page for changing it; null if it cannot be changed. */
  change: string | null
}

/** An order's destination, and the link for changing it. */
export function OrderDestination({ order, change }: OrderDestinationProps) {
  const { i18n } = useLingui()
  const { fulfilment, place, delivered_to: door } = order
  const { now } = useShell()
  const isOpen = ['pending', 'paid', 'confirmed'].includes(order.status)
  const when = isOpen || order.status === 'ready' ? deliveryText(i18n, order, now) : ''
  return (
    <div className="grid gap-2">
      {place?.closed_at && isOpen && (
        <Notice tone="warning" title={i18n.t('{place} has closed', { place: place.name })}>
          {place.closed_reason} {i18n.t('Your order is safe. Please choose another place.')}
        </Notice>
      )}
      {place && (
        <div>
          <p>
            <FulfilmentText fulfilment={fulfilment} place={<strong>{place.name}</strong>} />
          </p>
          <PlaceFacts place={place} />
        </div>
      )}
      {fulfilment === 'delivery' && (
        <div className="break-words">
          <p>{i18n.t('We bring it to your door:')}</p>
          {when && <p className="font-semibold">{when}</p>}
          {door && (
            <p>
              <strong>{door.recipient}</strong>, {shownPhone(door.phone)}
              <br />
              {door.street}, {door.lga}, {door.state}
              {door.landmark && <span className="block text-14 text-soft">{door.landmark}</span>}
            </p>
          )}
        </div>
      )}
      {!place && fulfilment !== 'delivery' && <p>{i18n.t('The vendor tells you where to collect it.')}</p>}
      {change && (
        <p>
          <Link to={change} className="inline-flex min-h-11 items-center text-link">
            {place?.closed_at || (!place && fulfilment !== 'delivery')
              ? i18n.t('Choose where it goes')
              : i18n.t('Change where it goes')}
          </Link>
        </p>
      )}
    </div>
  )
}

function deliveryText(i18n: I18n, { zone, shared }: OrderDestinationRow, now: string): string {
  return deliveryHoursText(i18n, (zone?.delivery_hours ?? []) as OpenDay[], deliverableFrom(shared, new Date(now)))
}

function FulfilmentText({ fulfilment, place }: { fulfilment: string; place: ReactElement }) {
  if (fulfilment === 'pickup') return <Trans id="You collect it at <place/>" components={{ place }} />
  if (fulfilment === 'stockpile')
    return <Trans id="We keep it for you for up to 14 days at <place/>" components={{ place }} />
  return place
}

/** The embedded columns that `OrderDestination` shows; for a select of `orders`. */
export const DESTINATION_COLUMNS =
  `place:pickup_points(name, street, lga, state, instructions, latitude, longitude, phone, opening_hours, closed_at, closed_reason),
   zone:delivery_zones!delivery_zone_id(delivery_hours), shared:order_lines(share_date), delivered_to:order_addresses(recipient, phone, street, landmark, state, lga)` as const
