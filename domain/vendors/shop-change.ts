// Change requests of approved shops: name, registration number and address change only with a manager's approval
// (enforced by `public.guard_shop`).
import { unreservedName } from '#domain/accounts/reserved-names.ts'
import { type Checked, checkAlso, checkFields, optional, text } from '#domain/forms/validation.ts'

export type ShopChangeState = 'open' | 'withdrawn' | 'approved' | 'refused'

export const shopChangeLabels: Record<ShopChangeState, string> = {
  open: 'Waiting for a manager',
  withdrawn: 'Withdrawn',
  approved: 'Approved',
  refused: 'Refused',
}

/** Labels of the facts, in display order. */
export const shopFacts = {
  business_name: 'Business name',
  registration_number: 'Registration number',
  address: 'Address',
} as const

export type ShopFact = keyof typeof shopFacts

/** Requested values; null for no change. */
export type ShopFacts = Record<ShopFact, string | null>

interface ShopChange extends ShopFacts {
  reason: string
}

export function checkShopChange(input: Readonly<Record<string, unknown>>): Checked<ShopChange> {
  const checked = checkFields<ShopChange>(input, {
    business_name: optional(unreservedName(text({ label: shopFacts.business_name, min: 2, max: 80 }))),
    registration_number: optional(text({ label: shopFacts.registration_number, max: 40 })),
    address: optional(text({ label: shopFacts.address, min: 5, max: 300, lines: true })),
    reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
  })
  return checkAlso(checked, (change) => (requestedFacts(change).length > 0 ? {} : { form: NOTHING_NEW }))
}

/** The requested values that differ from the current ones; null for the others. */
export function changedFacts(requested: ShopFacts, now: ShopFacts): ShopFacts {
  const changed = (fact: ShopFact) => (requested[fact] === now[fact] ? null : requested[fact])
  return {
    business_name: changed('business_name'),
    registration_number: changed('registration_number'),
    address: changed('address'),
  }
}

/** Names of the requested facts. */
export function requestedFacts(facts: ShopFacts): ShopFact[] {
  return (Object.keys(shopFacts) as ShopFact[]).filter((fact) => facts[fact] !== null)
}

export const NOTHING_NEW = 'Please change at least one of the three.'
