import { Link } from 'react-router'
import { shownPhone } from '#domain/phone.ts'
import { Notice } from './notice.tsx'
import type { ShownPlace } from './place-facts.tsx'
import { PlaceFacts } from './place-facts.tsx'

/** What an order's row says of where its goods go. */
export interface Whereabouts {
  id: string
  status: string
  fulfilment: string
  place: (ShownPlace & { closed_at: string | null; closed_reason: string | null }) | null
  delivered_to: {
    recipient: string
    phone: string
    street: string
    landmark: string
    state: string
    lga: string
  } | null
}

interface WhereProps {
  order: Whereabouts
  /** The page on which it is chosen; null where it can no longer be. */
  change: string | null
}

const WAYS: Readonly<Record<string, string>> = {
  pickup: 'You collect it at',
  stockpile: 'We keep it for you, up to 14 days, at',
}

/** Where an order goes, in the buyer's words, and the way to another choice. */
export function WhereItGoes({ order, change }: WhereProps) {
  const { fulfilment, place, delivered_to: door } = order
  const isOpen = ['pending', 'paid', 'confirmed'].includes(order.status)
  return (
    <div className="grid gap-2">
      {place?.closed_at && isOpen && (
        <Notice tone="warning" title={`${place.name} has closed`}>
          {place.closed_reason} Your order is safe; please choose another place.
        </Notice>
      )}
      {place && (
        <div>
          <p>
            {WAYS[fulfilment]} <strong>{place.name}</strong>
          </p>
          <PlaceFacts place={place} />
        </div>
      )}
      {fulfilment === 'delivery' && (
        <div className="break-words">
          <p>It is brought to your door:</p>
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
      {!place && fulfilment !== 'delivery' && <p>The vendor tells you where to collect it.</p>}
      {change && (
        <p>
          <Link to={change} className="inline-flex min-h-11 items-center text-link">
            {place?.closed_at || (!place && fulfilment !== 'delivery')
              ? 'Choose where it goes'
              : 'Change where it goes'}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Of `pickup_points` and `order_addresses`, what `WhereItGoes` shows; for a select of `orders`. */
export const WHERE =
  `place:pickup_points(name, street, lga, state, instructions, latitude, longitude, phone, opening_hours, closed_at, closed_reason),
   delivered_to:order_addresses(recipient, phone, street, landmark, state, lga)` as const
