import { cookieValue } from '#web/cookie.ts'
import type { CartLineInput } from '../checkout/checkout-address.ts'
import { readCookieLines } from './cart-cookie.ts'
import { TOTALS_COOKIE } from './cart-keys.ts'

export interface CartTotals {
  units: number
  kobo: number
}

const EMPTY: CartTotals = { units: 0, kobo: 0 }
const THIRTY_DAYS_SECONDS = 30 * 24 * 3600

/**
 * The totals of the cart in a request's cookies, for the bar of pages without scripts: a visitor's own lines, or what an
 * account's cart held when a form or the cart's page last opened it. No query, because every page shows them.
 */
export function readCartTotals(cookies: string | null, userId: string | null): CartTotals {
  if (userId === null) return totalsOf(readCookieLines(cookies))
  const [owner, units, kobo] = (cookieValue(cookies, TOTALS_COOKIE) ?? '').split('.')
  const totals = { units: Number(units), kobo: Number(kobo) }
  // It may belong to another account of this browser, or be edited by hand.
  return owner === userId && Object.values(totals).every((one) => Number.isSafeInteger(one) && one >= 0)
    ? totals
    : EMPTY
}

/** A `Set-Cookie` value with the totals of an account's cart. */
export function totalsCookie(
  lines: readonly CartLineInput[],
  { userId, secure }: { userId: string; secure: boolean },
): string {
  const { units, kobo } = totalsOf(lines)
  const value = `${userId}.${units}.${kobo}`
  return `${TOTALS_COOKIE}=${value}; Path=/; Max-Age=${THIRTY_DAYS_SECONDS}; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
}

const totalsOf = (lines: readonly CartLineInput[]): CartTotals =>
  lines.reduce(
    ({ units, kobo }, { quantity, seenKobo }) => ({ units: units + quantity, kobo: kobo + quantity * seenKobo }),
    EMPTY,
  )
