// Input for a delivery address (`public.addresses` enforces the same limits).
import { unreservedName } from '#domain/accounts/reserved-names.ts'
import { nigerianPhone } from '#domain/forms/phone.ts'
import { type Checked, checkAlso, checkFields, text } from '#domain/forms/validation.ts'
import { lgaFault, lgaField, stateField } from './state-and-lga.ts'

export const MAX_ADDRESSES = 10

export interface AddressDraft {
  label: string
  recipient: string
  /** +234 and ten digits. */
  phone: string
  street: string
  landmark: string
  state: string
  lga: string
}

export function checkAddress(input: Readonly<Record<string, unknown>>): Checked<AddressDraft> {
  const checked = checkFields<AddressDraft>(input, {
    label: text({ label: 'Name of this address', max: 40 }),
    recipient: unreservedName(text({ label: 'Who receives it', min: 2, max: 80 })),
    phone: nigerianPhone({ label: 'Phone' }),
    street: text({ label: 'House and street', min: 4, max: 160 }),
    landmark: text({ label: 'Landmark', min: 0, max: 160 }),
    state: stateField,
    lga: lgaField,
  })
  return checkAlso(checked, lgaFault)
}
