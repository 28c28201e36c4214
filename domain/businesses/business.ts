// Companies that buy. A verified company changes its name, tax number or address only by asking again (enforced by
// `public.guard_business`).
import { unreservedName } from '#domain/accounts/reserved-names.ts'
import { type Checked, checkFields, oneOf, type Reader, text } from '#domain/forms/validation.ts'
import { NIGERIAN_STATES, type NigerianState } from '#domain/geography/nigerian-states.ts'

export type BusinessState = 'requested' | 'verified' | 'refused' | 'closed'

export const businessStateLabels: Record<BusinessState, string> = {
  requested: /*i18n*/ 'Waiting for our check',
  verified: /*i18n*/ 'Verified',
  refused: /*i18n*/ 'Not verified',
  closed: /*i18n*/ 'Closed',
}

export interface BusinessFacts {
  name: string
  /** Tax identification number. */
  tin: string
  address: string
}

interface BusinessRequest extends BusinessFacts {
  state: NigerianState
}

export const TIN_FORMAT = /*i18n*/ 'A TIN has 8 and 4 digits (12345678-0001), or 10 or 13 digits.'

export function checkBusiness(input: Readonly<Record<string, unknown>>): Checked<BusinessRequest> {
  return checkFields<BusinessRequest>(input, {
    name: unreservedName(text({ label: /*i18n*/ 'Company name', min: 2, max: 80 })),
    tin: taxNumber,
    address: text({ label: /*i18n*/ 'Address', min: 5, max: 300, lines: true }),
    state: oneOf({ label: 'state', among: NIGERIAN_STATES }),
  })
}

/** Reads the three formats of Nigerian tax numbers, in any notation. */
const taxNumber: Reader<string> = (raw) => {
  const digits = typeof raw === 'string' ? raw.replace(/[\s-]/g, '') : ''
  if (/^\d{12}$/.test(digits)) return { value: `${digits.slice(0, 8)}-${digits.slice(8)}` }
  return /^(\d{10}|\d{13})$/.test(digits) ? { value: digits } : { error: TIN_FORMAT }
}

/** The lines of a company as a party to a document, below its name. */
export const businessLines = ({ tin, address }: BusinessFacts, orderedBy: string): string[] => [
  ...address.split('\n'),
  `TIN ${tin}`,
  ...(orderedBy.trim() ? [`Ordered by ${orderedBy.trim()}`] : []),
]

/** A company is small: one owner and the people who buy for it. */
export const MAX_MEMBERS = 20
