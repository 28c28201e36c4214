import { invalid } from './refusals.ts'

/** The e-mail address as we store it: lower case, ASCII, and nothing that could end a mail header. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > 255) throw invalid('An email address is too long')
  if (!EMAIL.test(email) || email.startsWith('.') || email.includes('..') || email.includes('.@')) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email
}

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** The telephone number in E.164 form without the plus sign. */
export function parsePhone(text: string): string {
  const phone = text.replace(/[+\s]/g, '')
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}

/** Ids are compared in SQL as uuid, so anything else is refused before it gets there. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
