import type { CollectionCode } from '#api/commands/hand-overs.ts'

export interface Visit extends Pick<CollectionCode, 'code' | 'token' | 'nominee' | 'place'> {
  /** All that is taken with this code, the most urgent first. */
  orders: [CollectionCode, ...CollectionCode[]]
}

/** The orders of a visit that its nominee's code does not open: they became ready after it was made. */
export const ordersAfterNominee = ({ orders, nominee }: Visit): CollectionCode[] =>
  nominee === null ? [] : orders.filter((order) => order.nominee?.code !== nominee.code)

/** Goods that have one code at one place are one visit; goods brought to the door are alone. */
export function groupVisits(codes: readonly CollectionCode[]): Visit[] {
  const visits = new Map<string, Visit>()
  for (const one of codes) {
    const key = one.kind === 'delivery' ? one.hand_over_id : `${one.code} ${one.place.name} ${one.place.address}`
    const visit = visits.get(key)
    if (!visit)
      visits.set(key, { code: one.code, token: one.token, nominee: one.nominee, place: one.place, orders: [one] })
    else {
      visit.orders.push(one)
      visit.nominee ??= one.nominee
    }
  }
  return [...visits.values()]
}
