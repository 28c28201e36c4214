import { hoursText, type OpenDay } from '#domain/places/opening-hours.ts'

/** The destination columns of the view `all_orders`. */
export interface Destination {
  fulfilment: string
  delivered_by: string
  place: string | null
  /** "1 Allen Avenue, Ikeja" */
  place_street: string | null
  place_hours: OpenDay[] | null
  is_place_closed: boolean | null
  zone: string | null
  /** Only for viewers who may see the address. */
  door: string | null
}

/** For a list: "Pickup: Ikeja hub", "Our rider: Lagos Island and Lekki". */
export function destinationShort(destination: Destination): string {
  if (destination.fulfilment === 'delivery')
    return `${riderText(destination)}${destination.zone ? `: ${destination.zone}` : ''}`
  const way = destination.fulfilment === 'stockpile' ? 'Stockpile' : 'Pickup'
  return `${way}: ${destination.place ?? 'the shop says where'}${destination.is_place_closed ? ' (closed)' : ''}`
}

/** For a file or an order's page: with street and hours, for staff who pack or deliver. */
export function destinationText(destination: Destination): string {
  if (destination.fulfilment === 'delivery')
    return destination.door ? `${destinationShort(destination)}. To ${destination.door}` : destinationShort(destination)
  const hours =
    destination.place_hours && destination.place_hours.length > 0 ? `Open ${hoursText(destination.place_hours)}` : ''
  return [destinationShort(destination), destination.place_street ?? '', hours].filter(Boolean).join('. ')
}

const riderText = ({ delivered_by: by }: Destination): string => (by === 'vendor' ? 'The shop’s rider' : 'Our rider')
