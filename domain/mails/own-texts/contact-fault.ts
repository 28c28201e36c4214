import { ownTextTexts as texts } from './own-text-texts.ts'

/**
 * Why a text may not be sent: it has an address or a number that leads people elsewhere. `public.leads_elsewhere` is the
 * same in the database. Characters that look like Latin letters, digits and dots count as these.
 */
export function contactFault(source: string): string | null {
  if (ADDRESS.test(plainText(source))) return texts.address
  // Before the text is normalised: full-width braces become ASCII ones, and what is between them is shown.
  const others = plainText(source.replace(/\{[^{}]*\}/g, ':'))
  if (IP_ADDRESS.test(others)) return texts.address
  return LONG_NUMBER.test(others.replace(REPEATED, '$1')) ? texts.number : null
}

/** With digits and dots of ASCII and without invisible characters. White space is one space, as pages show it. */
const plainText = (source: string) =>
  source
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(OTHER_DOTS, '.')
    .replace(OTHER_DIGITS, '0')
    .replace(/\s+/g, ' ')

/** And combining marks, of which a digit can have any number. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu

/** Full stops of other scripts, which browsers and mail programs take for a dot: U+FF0E and U+2024 are normalised before. */
const OTHER_DOTS = /[\u3002\u06D4\u0589\u0701\u0702\u1362\u166E\u1803\u1809\uA4FF\uA60E]/g

/** Only how many there are matters. Digits in circles are numbers, but not decimal digits. */
const OTHER_DIGITS = /\p{N}/gu

/** Texts that mail programs make links of: also "ajoja.example", "ajoja{orderNo}.example" and an address of e-mail. */
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\d]@[\p{L}\d]|[\p{L}\d}]\.\p{L}{2}/u

const IP_ADDRESS = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/

const REPEATED = /([^\p{L}\d])\1+/gu

/**
 * Nine digits or more, as in phone numbers (with the area code) and account numbers, with at most four characters between two
 * of them that are not letters. Days and times have fewer.
 */
const LONG_NUMBER = /\d(?:[^\p{L}\d]{0,4}\d){8}/u
