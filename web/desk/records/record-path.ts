/** The kinds of things that have a record in every staff area, by the segment of their address. */
const SEGMENTS = {
  order: 'orders',
  person: 'people',
  shop: 'vendors',
  buy: 'buys',
  payment: 'payments',
  claim: 'claims',
  place: 'places',
} as const

export type RecordKind = keyof typeof SEGMENTS

/** "/manager/orders/0b1…". The area is the first segment of a path: each role sees the record within its own. */
export const recordPath = (pathname: string, kind: RecordKind, id: string): string =>
  `/${pathname.split('/')[1]}/${SEGMENTS[kind]}/${id}`
