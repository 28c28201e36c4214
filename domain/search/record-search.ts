import { nigerianPhone } from '#domain/forms/phone.ts'
import { email } from '#domain/forms/validation.ts'
import { cleanSearchText } from './search-text.ts'

/** A text in the quick search of the desks, as `search_records` or the recorded look-up is asked. */
type RecordSearch =
  | { kind: 'contact'; contact: Contact }
  | { kind: 'records'; asked: RecordQuestion }
  /** Too short for names, and no number. */
  | { kind: 'too-short' }

/** A whole phone number as +234 and ten digits, or a whole e-mail address; the other is empty. */
export interface Contact {
  phone: string
  email: string
}

export interface RecordQuestion {
  /** Words of names; empty for a number or a reference alone. */
  words: string
  orderNumber: number | null
  /** The number of a claim or a lot. */
  claimNumber: number | null
  /** The reference of a payment. */
  reference: string | null
}

/** Reads what was typed or said: "#123", "Order no. 123", "claim 7", "0803 123 4567", "ada@example.com", "AJ-0b1…", "Ngozi". */
export function readRecordSearch(typed: string | null): RecordSearch {
  const text = cleanSearchText(typed)
  const contact = readContact(text)
  if (contact) return { kind: 'contact', contact }
  const numbers = readNumbers(text)
  if (numbers) return { kind: 'records', asked: { words: '', ...numbers, reference: null } }
  const reference = readReference(text)
  const asked = { words: text, orderNumber: null, claimNumber: null, reference }
  if (reference?.startsWith('AJ')) return { kind: 'records', asked: { ...asked, words: '' } }
  return /[\p{L}\p{N}\p{M}]{3}/u.test(text) || reference ? { kind: 'records', asked } : { kind: 'too-short' }
}

/** Whether what was typed so far may become a phone number or an e-mail address. An order's number has no leading zero. */
export const mayBecomeContact = (text: string): boolean => text.includes('@') || /^[0+][\d\s().-]*$/.test(text)

const PHONE = nigerianPhone({ label: 'Phone number' })
const EMAIL = email({ label: 'E-mail address' })

/** A contact only if the whole text is one: a part of a number or an address finds no one. */
export function readContact(text: string): Contact | null {
  const phone = PHONE(text)
  if ('value' in phone) return { phone: phone.value, email: '' }
  if (!text.includes('@')) return null
  const address = EMAIL(text)
  return 'value' in address ? { phone: '', email: address.value.toLowerCase() } : null
}

function readNumbers(text: string): Pick<RecordQuestion, 'orderNumber' | 'claimNumber'> | null {
  const [, noun = '', digits = ''] = /^(order|claim|lot)?\s*(?:no|number)?\s*[.:#]*\s*(\d{1,12})$/i.exec(text) ?? []
  if (!digits) return null
  const number = Number(digits)
  const isOrder = noun.toLowerCase() === 'order'
  return { orderNumber: noun && !isOrder ? null : number, claimNumber: isOrder ? null : number }
}

/** As in `paymentReference`, in any case; a bank's are of any form. */
function readReference(text: string): string | null {
  if (!/^[a-z0-9.=-]{10,100}$/i.test(text) || !/\d/.test(text)) return null
  const own = /^aj\d*-[0-9a-f-]+$/i.test(text)
  return own ? text.toLowerCase().replace('aj', 'AJ') : text
}
