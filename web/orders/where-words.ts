import { hoursText, type OpenDay } from '#domain/places/opening-hours.ts'

/** What the view `all_orders` says of where an order goes. */
export interface Goal {
  fulfilment: string
  delivered_by: string
  place: string | null
  /** "1 Allen Avenue, Ikeja" */
  place_street: string | null
  place_hours: OpenDay[] | null
  is_place_closed: boolean | null
  zone: string | null
  /** For those alone who may read the address. */
  door: string | null
}

/** In a list: "Pickup: Ikeja hub", "Our rider: Lagos Island and Lekki". */
export function whereShort(goal: Goal): string {
  if (goal.fulfilment === 'delivery') return `${riderOf(goal)}${goal.zone ? `: ${goal.zone}` : ''}`
  const way = goal.fulfilment === 'stockpile' ? 'Stockpile' : 'Pickup'
  return `${way}: ${goal.place ?? 'the shop says where'}${goal.is_place_closed ? ' (closed)' : ''}`
}

/** In a file and on an order's page, with street and hours, as whoever packs or drives needs it. */
export function whereText(goal: Goal): string {
  if (goal.fulfilment === 'delivery') return goal.door ? `${whereShort(goal)}. To ${goal.door}` : whereShort(goal)
  const hours = goal.place_hours && goal.place_hours.length > 0 ? `Open ${hoursText(goal.place_hours)}` : ''
  return [whereShort(goal), goal.place_street ?? '', hours].filter(Boolean).join('. ')
}

const riderOf = ({ delivered_by: by }: Goal): string => (by === 'vendor' ? 'The shop’s rider' : 'Our rider')
