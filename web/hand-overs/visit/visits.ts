import type { CollectionCode } from '#api/commands/hand-overs.ts'

export interface Visit extends Pick<CollectionCode, 'code' | 'nominee' | 'place'> {
  /** All that is taken with this code, the most urgent first. */
  orders: [CollectionCode, ...CollectionCode[]]
}

/** Goods that have one code at one place are one visit; goods brought to the door are alone. */
export function groupVisits(codes: readonly CollectionCode[]): Visit[] {
  const visits = new Map<string, Visit>()
  for (const one of codes) {
    const key = one.kind === 'delivery' ? one.hand_over_id : `${one.code} ${one.place.name} ${one.place.address}`
    const visit = visits.get(key)
    if (!visit) visits.set(key, { code: one.code, nominee: one.nominee, place: one.place, orders: [one] })
    else {
      visit.orders.push(one)
      visit.nominee ??= one.nominee
    }
  }
  return [...visits.values()]
}
