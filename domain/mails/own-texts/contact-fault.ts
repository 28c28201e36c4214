import { ownTextTexts as texts } from './own-text-texts.ts'

/**
 * Why a text may not be sent: it has an address or a number that leads people elsewhere. `public.leads_elsewhere` is the
 * same in the database. Characters that look like Latin letters, digits and dots count as these.
 */
export function contactFault(source: string): string | null {
  const plain = source.normalize('NFKC').replace(OTHER_DOTS, '.').replace(OTHER_DIGITS, '0')
  if (ADDRESS.test(plain)) return texts.address
  const words = plain.replace(/\{[^{}]*\}/g, ' x ')
  if (IP_ADDRESS.test(words)) return texts.address
  return LONG_NUMBER.test(words) ? texts.number : null
}

/** Full stops of other scripts, which browsers and mail programs take for a dot: U+FF0E and U+2024 are normalised before. */
const OTHER_DOTS = /[\u3002\u06D4\u0589\u0701\u0702\u1362\u166E\u1803\u1809\uA4FF\uA60E]/g

/** Only how many there are matters. */
const OTHER_DIGITS = /\p{Nd}/gu

/** Texts that mail programs make links of: also "ajoja.example", "ajoja{orderNo}.example" and an address of e-mail. */
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\d]@[\p{L}\d]|[\p{L}\d}]\.\p{L}{2}/u

const IP_ADDRESS = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/

/**
 * Nine digits or more, as in phone numbers (with the area code) and account numbers, with at most four characters between two
 * of them that are not letters. Days and times have fewer.
 */
const LONG_NUMBER = /\d(?:[^\p{L}\d]{0,4}\d){8}/u
