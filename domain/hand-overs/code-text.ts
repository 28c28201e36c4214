// What people type and cameras read at a hand-over.

/** Wrong tries at one hand-over until it is locked, and for how long. */
export const WRONG_TRIES_ALLOWED = 5
export const LOCK_MINUTES = 15
/** Wrong tries of one person at all hand-overs together within the same time. */
export const WRONG_TRIES_OF_ONE_PERSON = 20
/** Of everybody who hands over at one hub, or for one shop. */
export const WRONG_TRIES_OF_ONE_HOUSE = 60

/** Six digits, with whatever spaces and hyphens they were typed; null for anything else. */
export function readCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^[0-9]{6}$/.test(digits) ? digits : null
}

/** "123 456": read aloud and typed without a slip. */
export const spacedCode = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

/** What a QR holds: a page of this site, with order and code behind the `#`, which no browser sends anywhere. */
export const scanAddress = (site: string, { orderNo, code }: Scanned) => `${site}/handover#${orderNo}.${code}`

interface Scanned {
  orderNo: number
  code: string
}

/** Order and code of a scanned text, or of one that was typed in the same form; null for any other QR. */
export function readScan(text: string): Scanned | null {
  const found = /(?:^|#)(\d{1,12})\.(\d{6})$/.exec(text.trim())
  return found ? { orderNo: Number(found[1]), code: found[2] ?? '' } : null
}
