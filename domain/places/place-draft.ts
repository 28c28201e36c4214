// Input for a pickup point (`public.pickup_points` enforces the same limits).
import { nigerianPhone } from '#domain/forms/phone.ts'
import {
  type Checked,
  checkAlso,
  checkFields,
  optional,
  type Reader,
  text,
  wholeNumber,
} from '#domain/forms/validation.ts'
import { type OpenDay, openingHours } from './opening-hours.ts'
import { lgaFault, lgaField, stateField } from './state-and-lga.ts'

export interface PlaceDraft {
  name: string
  state: string
  lga: string
  street: string
  instructions: string
  latitude: number | null
  longitude: number | null
  phone: string | null
  opening_hours: OpenDay[]
  stockpile_capacity_kg: number
}

export function checkPlace(input: Readonly<Record<string, unknown>>): Checked<PlaceDraft> {
  const checked = checkFields<PlaceDraft>(input, {
    name: text({ label: 'Name', min: 2, max: 80 }),
    state: stateField,
    lga: lgaField,
    street: text({ label: 'Street', min: 4, max: 160 }),
    instructions: text({ label: 'Instructions', min: 0, max: 500, lines: true }),
    latitude: optional(degrees({ label: 'Latitude', min: 3.5, max: 14.5 })),
    longitude: optional(degrees({ label: 'Longitude', min: 2, max: 15.5 })),
    phone: optional(nigerianPhone({ label: 'Phone' })),
    opening_hours: openingHours,
    stockpile_capacity_kg: wholeNumber({ label: 'Room for stockpiles', min: 0, max: 10_000_000 }),
  })
  return checkAlso(checked, (place) => ({
    ...lgaFault(place),
    ...((place.latitude === null) !== (place.longitude === null) && {
      latitude: 'Fill in latitude and longitude, or neither.',
    }),
    ...(place.opening_hours.length === 0 && { opening_hours: 'Say when it is open, at least on one day.' }),
  }))
}

/** Reads a coordinate within Nigeria, rounded to five decimals, about a metre. */
function degrees(rule: { label: string; min: number; max: number }): Reader<number> {
  return (raw) => {
    const typed = String(raw).trim()
    const value = Number(typed)
    if (!/^\d{1,2}([.]\d{1,12})?$/.test(typed)) return { error: `${rule.label} must be a number such as 6.52438.` }
    if (value < rule.min || value > rule.max)
      return { error: `${rule.label} must be within Nigeria, from ${rule.min} to ${rule.max}.` }
    return { value: Math.round(value * 100_000) / 100_000 }
  }
}
