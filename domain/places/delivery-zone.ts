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
