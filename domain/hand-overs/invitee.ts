// Whom staff are invited by: an e-mail address, or a Nigerian telephone number however it was typed.
import { email } from '../validation.ts'

type Invitee = { email: string; phone: null } | { email: null; phone: string }

const readEmail = email({ label: 'Address' })

/** Null for what is neither. A number is as sign-in keeps it: with the country, without the plus sign. */
export function readInvitee(typed: string): Invitee | null {
  if (typed.includes('@')) {
    const read = readEmail(typed.trim().toLowerCase())
    return 'value' in read ? { email: read.value, phone: null } : null
  }
  const digits = typed.replace(/[\s()+-]/g, '')
  const own = /^(?:234|0)?([789]\d{9})$/.exec(digits)
  return own ? { email: null, phone: `234${own[1]}` } : null
}
