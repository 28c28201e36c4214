// Input for an application of a shop (/vendor-signup). Private data is stored in `vendor_details`.
import { unreservedName } from '#domain/accounts/reserved-names.ts'
import { type Checked, checkFields, oneOf, optional, text } from '#domain/forms/validation.ts'
import { NIGERIAN_STATES, type NigerianState } from '#domain/geography/nigerian-states.ts'
import { shopPhone } from './shop-profile.ts'

interface VendorApplication {
  business_name: string
  description: string
  /** City or market town. */
  location: string
  state: NigerianState
  /** E.164 with the plus sign. */
  phone: string
  address: string
  registration_number: string | null
}

export function checkVendorApplication(input: Readonly<Record<string, unknown>>): Checked<VendorApplication> {
  return checkFields<VendorApplication>(input, {
    business_name: unreservedName(text({ label: 'Business name', min: 2, max: 80 })),
    description: text({ label: 'Description', min: 10, max: 2000, lines: true }),
    location: text({ label: 'City or town', min: 2, max: 60 }),
    state: oneOf({ label: 'state', among: NIGERIAN_STATES }),
    phone: shopPhone,
    address: text({ label: 'Address', min: 5, max: 300, lines: true }),
    registration_number: optional(text({ label: 'Registration number', max: 40 })),
  })
}
