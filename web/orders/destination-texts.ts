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
export function destinationShort(goal: Destination): string {
  if (goal.fulfilment === 'delivery') return `${riderText(goal)}${goal.zone ? `: ${goal.zone}` : ''}`
  const way = goal.fulfilment === 'stockpile' ? 'Stockpile' : 'Pickup'
  return `${way}: ${goal.place ?? 'the shop says where'}${goal.is_place_closed ? ' (closed)' : ''}`
}

/** For a file or an order's page: with street and hours, for staff who pack or deliver. */
export function destinationText(goal: Destination): string {
  if (goal.fulfilment === 'delivery')
    return goal.door ? `${destinationShort(goal)}. To ${goal.door}` : destinationShort(goal)
  const hours = goal.place_hours && goal.place_hours.length > 0 ? `Open ${hoursText(goal.place_hours)}` : ''
  return [destinationShort(goal), goal.place_street ?? '', hours].filter(Boolean).join('. ')
}

const riderText = ({ delivered_by: by }: Destination): string => (by === 'vendor' ? 'The shop’s rider' : 'Our rider')
