export interface Zone {
  id: string
  state: string
  lgas: readonly string[]
  fee_kobo: number
  vendor_id: string | null
}

interface DeliveryQuery {
  shop: { id: string; state: string }
  address: { state: string; lga: string }
}

/**
 * The zone that covers an address for a shop, from the open zones; null if there is none. A shop's own zone takes
 * precedence over the market's, one that names the local government over one of the whole state, a cheaper one over a
 * more expensive one.
 */
export function findZone<Each extends Zone>(zones: readonly Each[], { shop, address }: DeliveryQuery): Each | null {
  const covering = zones.filter(
    ({ state, lgas, vendor_id }) =>
      state === shop.state &&
      state === address.state &&
      (vendor_id === null || vendor_id === shop.id) &&
      (lgas.length === 0 || lgas.includes(address.lga)),
  )
  const rank = ({ vendor_id, lgas, fee_kobo, id }: Each) =>
    [vendor_id === null ? 1 : 0, lgas.length === 0 ? 1 : 0, String(fee_kobo).padStart(12, '0'), id].join()
  const [first] = covering.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  return first ?? null
}
