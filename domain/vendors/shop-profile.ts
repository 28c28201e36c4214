// Facts that a vendor changes about the shop without a manager's approval (the rest: `shop-change.ts`).
import { internationalPhone, signUpTexts } from '#domain/accounts/sign-up.ts'
import { picture } from '#domain/forms/addresses.ts'
import { day } from '#domain/forms/times.ts'
import {
  type Checked,
  checkFields,
  isBlank,
  optional,
  type Reader,
  text,
  wholeNumber,
} from '#domain/forms/validation.ts'
import type { ClosedDays } from '#domain/places/closed-days.ts'
import { closedDays } from '#domain/places/closed-days-draft.ts'
import { type OpenDay, openingHours } from '#domain/places/opening-hours.ts'

export interface ShopProfile {
  description: string
  /** City or market town. */
  location: string
  /** E.164 with the plus sign; not public. */
  phone: string
  logo_url: string | null
  opening_hours: OpenDay[]
}

/** Labels of the facts, in display order. */
export const profileFacts: Record<keyof ShopProfile, string> = {
  description: 'Description',
  location: 'City or town',
  phone: 'Phone',
  logo_url: 'Picture',
  opening_hours: 'Opening hours',
}

export interface ShopDays {
  closed_days: ClosedDays[]
  /** The first day on which it takes orders again, 'YYYY-MM-DD'; null if it takes them now. */
  paused_until: string | null
  pause_note: string
  holiday_note: string
}

/** The `updated_at` of the row that the form showed. */
interface Seen {
  seen: string
}

export const MAX_DESCRIPTION = 2000
export const MAX_PAUSE_NOTE = 200
export const MAX_HOLIDAY_NOTE = 300

/** Reads a phone number in any notation: +234 and the rest. */
export const shopPhone: Reader<string> = (raw) => {
  if (isBlank(raw)) return { error: 'Phone is required.' }
  const phone = internationalPhone(raw)
  return phone === null ? { error: signUpTexts.phone } : { value: `+${phone}` }
}

const seen = text({ label: 'The time of the last change', max: 60 })

export const checkShopProfile = (input: Readonly<Record<string, unknown>>): Checked<ShopProfile & Seen> =>
  checkFields<ShopProfile & Seen>(input, {
    description: text({ label: profileFacts.description, min: 10, max: MAX_DESCRIPTION, lines: true }),
    location: text({ label: profileFacts.location, min: 2, max: 60 }),
    phone: shopPhone,
    logo_url: optional(picture({ label: profileFacts.logo_url })),
    opening_hours: twoPeriodsADay,
    seen,
  })

const twoPeriodsADay: Reader<OpenDay[]> = (raw) => {
  const read = openingHours(raw)
  if ('error' in read) return read
  const busiest = read.value.find(({ day: at }) => read.value.filter((one) => one.day === at).length > 2)
  return busiest ? { error: 'At most two times a day, such as before and after a break.' } : read
}

/** `accepted_promises`: the number of promises that were shown to the vendor. */
export const checkShopDays = (
  input: Readonly<Record<string, unknown>>,
): Checked<ShopDays & Seen & { accepted_promises: number | null }> =>
  checkFields<ShopDays & Seen & { accepted_promises: number | null }>(input, {
    closed_days: closedDays,
    paused_until: optional(day({ label: 'The day' })),
    pause_note: text({ label: 'The note', min: 0, max: MAX_PAUSE_NOTE, lines: true }),
    holiday_note: text({ label: 'The holiday note', min: 0, max: MAX_HOLIDAY_NOTE, lines: true }),
    seen,
    accepted_promises: optional(wholeNumber({ label: 'Promises', min: 0, max: 1_000_000 })),
  })
