import { cookieOf } from '#web/cookie.ts'
import { CART_COOKIE } from './cart-keys.ts'
import { readLines, type WantedLine, writeLine } from './checkout-address.ts'

// What a visitor without scripts has chosen. With scripts the browser's own storage takes it over.

/** 40 lines of at most 59 characters stay well below the 4,096 that browsers keep. */
export const MOST_COOKIE_LINES = 40
const THIRTY_DAYS_SECONDS = 30 * 24 * 3600
/** Nothing in a line needs to be encoded in a cookie, and neither does this. */
const BETWEEN = '~'

/** The lines of a `Cookie` header, or of `document.cookie`; what is malformed is left out. */
export function linesOfCookie(header: string | null): WantedLine[] {
  const sent = cookieOf(header, CART_COOKIE) ?? ''
  return sent === '' ? [] : readLines(sent.split(BETWEEN)).slice(0, MOST_COOKIE_LINES)
}

/** Readable by scripts, which take it over. No lines remove it. */
export function cartCookie(lines: readonly WantedLine[], { secure }: { secure: boolean }): string {
  const value = lines.slice(0, MOST_COOKIE_LINES).map(writeLine).join(BETWEEN)
  const age = value === '' ? 0 : THIRTY_DAYS_SECONDS
  return `${CART_COOKIE}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? '; Secure' : ''}`
}
