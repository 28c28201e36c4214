// A conversation between two parties, which may be about an order, a group buy or a claim.
import { isStaff, type Role, roleLabels } from '#domain/accounts/roles.ts'
import { type Checked, checkFields, text } from '#domain/forms/validation.ts'

export const MAX_MESSAGE_LENGTH = 2000

interface NewMessage {
  body: string
}

export function checkMessage(input: Readonly<Record<string, unknown>>): Checked<NewMessage> {
  return checkFields<NewMessage>(input, { body: text({ label: 'Message', max: MAX_MESSAGE_LENGTH, lines: true }) })
}

/** The subject of a conversation that staff begin about nothing in particular. */
export const FROM_THE_MARKET = /*i18n*/ 'A message from Ajoja'

/** "Amina Bello, Manager": staff are shown with their role; other people by name. */
export function staffName(fullName: string, role: Role): string {
  const name = fullName.trim().slice(0, 80)
  return isStaff(role) ? `${name || 'Ajoja'}, ${roleLabels[role]}` : name || 'Buyer'
}

/** The market as a party of a conversation. */
export const MARKET_PARTY = 'Ajoja'
