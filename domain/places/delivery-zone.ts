// Zones of home delivery and their fees (`public.delivery_zones` enforces the same limits).

import {
  type Checked,
  checkAlso,
  checkFields,
  oneOf,
  optional,
  type Reader,
  text,
  wholeNumber,
} from '#domain/forms/validation.ts'
import { isLocalGovernment } from '#domain/geography/local-governments.ts'
import { type OpenDay, openingHours } from './opening-hours.ts'
import { stateField } from './state-and-lga.ts'

export interface ZoneDraft {
  name: string
  state: string
  /** Empty for the whole state. */
  lgas: string[]
  fee_kobo: number
  delivered_by: 'market' | 'vendor'
  /** When it is delivered to; null keeps the stored hours. */
  delivery_hours: OpenDay[] | null
}

/** ₦50,000: a higher fee is a mistake or disguised income. */
const MAX_DELIVERY_FEE_KOBO = 5_000_000

export function checkZone(input: Readonly<Record<string, unknown>>): Checked<ZoneDraft> {
  const checked = checkFields<ZoneDraft>(input, {
    name: text({ label: 'Name', min: 2, max: 80 }),
    state: stateField,
    lgas: names,
    fee_kobo: wholeNumber({ label: 'Fee', min: 0, max: MAX_DELIVERY_FEE_KOBO }),
    delivered_by: oneOf({ label: 'party who delivers', among: ['market', 'vendor'] }),
    delivery_hours: optional(openingHours),
  })
  return checkAlso(checked, ({ state, lgas }): Record<string, string> => {
    const strange = lgas.find((name) => !isLocalGovernment(state, name))
    return strange === undefined ? {} : { lgas: `${strange} is no local government of ${state}.` }
  })
}

const names: Reader<string[]> = (raw) => {
  const fits = Array.isArray(raw) && raw.length <= 60 && raw.every((one) => typeof one === 'string' && one.length <= 60)
  return fits ? { value: [...new Set(raw as string[])].sort() } : { error: 'Please choose local governments.' }
}

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
