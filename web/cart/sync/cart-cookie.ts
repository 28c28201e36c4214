import { cookieValue } from '#web/cookie.ts'
import { type CartLineInput, readLines, writeLine } from '../checkout/checkout-address.ts'
import { CART_COOKIE } from './cart-keys.ts'

// The cart of visitors without scripts. Once scripts run, local storage takes it over.

/** 40 lines of at most 59 characters stay well below the 4,096 bytes that browsers accept. */
export const MAX_COOKIE_LINES = 40
const THIRTY_DAYS_SECONDS = 30 * 24 * 3600
/** Neither this separator nor a line needs encoding in a cookie. */
const SEPARATOR = '~'

/** The lines in a `Cookie` header or `document.cookie`. Malformed lines are left out. */
export function readCookieLines(header: string | null): CartLineInput[] {
  const sent = cookieValue(header, CART_COOKIE) ?? ''
  return sent === '' ? [] : readLines(sent.split(SEPARATOR)).slice(0, MAX_COOKIE_LINES)
}

/** A `Set-Cookie` value, readable by scripts because they take the cart over. No lines delete the cookie. */
export function cartCookie(lines: readonly CartLineInput[], { secure }: { secure: boolean }): string {
  const value = lines.slice(0, MAX_COOKIE_LINES).map(writeLine).join(SEPARATOR)
  const age = value === '' ? 0 : THIRTY_DAYS_SECONDS
  return `${CART_COOKIE}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? '; Secure' : ''}`
}
