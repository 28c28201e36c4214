// Invitees of staff: an e-mail address or a Nigerian phone number in any notation.
import { email } from '#domain/forms/validation.ts'

type Invitee = { email: string; phone: null } | { email: null; phone: string }

const readEmail = email({ label: 'Address' })

/** Null if the input is neither. Numbers are in the format of sign-in: with the country code, without the plus sign. */
export function readInvitee(typed: string): Invitee | null {
  if (typed.includes('@')) {
    const read = readEmail(typed.trim().toLowerCase())
    return 'value' in read ? { email: read.value, phone: null } : null
  }
  const digits = typed.replace(/[\s()+-]/g, '')
  const own = /^(?:234|0)?([789]\d{9})$/.exec(digits)
  return own ? { email: null, phone: `234${own[1]}` } : null
}
