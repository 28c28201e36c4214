// Hand-over codes: typed input, QR codes and limits on wrong codes.

/** Wrong codes allowed for one hand-over before it is locked, and the duration of the lock. */
export const MAX_WRONG_CODES = 5
export const LOCK_MINUTES = 15
/** Wrong codes allowed per staff member, over all hand-overs, within the duration of a lock. */
export const MAX_WRONG_CODES_PER_PERSON = 20
/** Wrong codes allowed per hub or shop, over all its staff. */
export const MAX_WRONG_CODES_PER_HOUSE = 60

/** The six digits without spaces and hyphens; null for any other input. */
export function readCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^[0-9]{6}$/.test(digits) ? digits : null
}

/** "123 456": grouped, to be easier to read aloud and type. */
export const spacedCode = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

/**
 * URL in the QR code. Order, code and the token that devices check without a network are in the fragment, which
 * browsers do not send to servers.
 */
export const scanAddress = (site: string, { orderNo, code, token }: ScannedCode) =>
  `${site}/handover#${orderNo}.${code}${token === null ? '' : `.${token}`}`

/** The token of a QR code: 96 bits. */
const TOKEN = /^[\w-]{16}$/

export const isCodeToken = (text: string): boolean => TOKEN.test(text)

export interface ScannedCode {
  orderNo: number
  code: string
  /** Null in QR codes of earlier versions. */
  token: string | null
}

/** Order and code from scanned text, or from input typed in the same form; null for any other text. */
export function readScan(text: string): ScannedCode | null {
  const found = /(?:^|#)(\d{1,12})\.(\d{6})(?:\.([\w-]{16}))?$/.exec(text.trim())
  return found ? { orderNo: Number(found[1]), code: found[2] ?? '', token: found[3] ?? null } : null
}
