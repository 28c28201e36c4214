import { type Lateness, orderLateness } from '#domain/orders/buyer/lateness.ts'

/** Columns of `orders` that tell whether an order is late, apart from those of its place and buy. */
export const LATENESS_COLUMNS = 'hand_overs(status, due_until)'

export interface LateOrderFacts {
  status: string
  fulfilment: string
  place?: { closed_at: string | null } | null
  group_buy?: { share_date: string | null } | null
  lines?: readonly { share_date?: string | null }[]
  hand_overs?: readonly { status: string; due_until: string | null }[]
}

/** Whether an order of the table API is late, by the common rule. */
export function latenessOf(order: LateOrderFacts, now: string): Lateness | null {
  const { status, fulfilment, place, group_buy: buy, lines = [], hand_overs: handOvers = [] } = order
  return orderLateness(
    {
      status,
      fulfilment,
      shareDates: buy ? [buy.share_date] : lines.map(({ share_date: date }) => date ?? null),
      collectUntil: handOvers.find((one) => one.status === 'open')?.due_until ?? null,
      placeHasClosed: place != null && place.closed_at !== null,
    },
    new Date(now),
  )
}
