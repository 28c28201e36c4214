// What an approved shop asks to change: its name, registration number and address stay as a manager approved them until a manager
// approves others (`public.guard_shop` holds it behind every door).
import { ownName } from '../accounts/reserved-names.ts'
import { type Checked, checkAlso, checkFields, optional, text } from '../validation.ts'

export type ShopChangeState = 'open' | 'withdrawn' | 'approved' | 'refused'

export const shopChangeLabels: Record<ShopChangeState, string> = {
  open: 'Waiting for a manager',
  withdrawn: 'Withdrawn',
  approved: 'Approved',
  refused: 'Refused',
}

/** In the order in which screens show them. */
export const shopFacts = {
  business_name: 'Business name',
  registration_number: 'Registration number',
  address: 'Address',
} as const

export type ShopFact = keyof typeof shopFacts

/** Null: it stays as it is. */
export type ShopFacts = Record<ShopFact, string | null>

interface ShopChange extends ShopFacts {
  reason: string
}

export function checkShopChange(input: Readonly<Record<string, unknown>>): Checked<ShopChange> {
  const checked = checkFields<ShopChange>(input, {
    business_name: optional(ownName(text({ label: shopFacts.business_name, least: 2, most: 80 }))),
    registration_number: optional(text({ label: shopFacts.registration_number, most: 40 })),
    address: optional(text({ label: shopFacts.address, least: 5, most: 300, lines: true })),
    reason: text({ label: 'Reason', least: 5, most: 500, lines: true }),
  })
  return checkAlso(checked, (change) => (namesOf(change).length > 0 ? {} : { form: NOTHING_NEW }))
}

/** What differs from how the shop is now; everything else is null. */
export function changedFacts(requested: ShopFacts, now: ShopFacts): ShopFacts {
  const changed = (fact: ShopFact) => (requested[fact] === now[fact] ? null : requested[fact])
  return {
    business_name: changed('business_name'),
    registration_number: changed('registration_number'),
    address: changed('address'),
  }
}

/** Which of the three are asked for. */
export function namesOf(facts: ShopFacts): ShopFact[] {
  return (Object.keys(shopFacts) as ShopFact[]).filter((fact) => facts[fact] !== null)
}

export const NOTHING_NEW = 'Please change at least one of the three.'
