// Where a person has goods delivered (`public.addresses` holds the same limits).
import { ownName } from '../accounts/reserved-names.ts'
import { nigerianPhone } from '../phone.ts'
import { type Checked, checkAlso, checkFields, text } from '../validation.ts'
import { lgaFault, lgaField, stateField } from './state-and-lga.ts'

export const MOST_ADDRESSES = 10

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
    label: text({ label: 'Name of this address', most: 40 }),
    recipient: ownName(text({ label: 'Who receives it', least: 2, most: 80 })),
    phone: nigerianPhone({ label: 'Phone' }),
    street: text({ label: 'House and street', least: 4, most: 160 }),
    landmark: text({ label: 'Landmark', least: 0, most: 160 }),
    state: stateField,
    lga: lgaField,
  })
  return checkAlso(checked, lgaFault)
}
