import { describe, expect, it } from 'vitest'
import { cartCookie, MAX_COOKIE_LINES, readCookieLines } from './cart-cookie.ts'
import { CART_COOKIE } from './cart-keys.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const lines = (amount: number) =>
  Array.from({ length: amount }, (_, n) => ({ productId: id(n), quantity: 9_999_999, seenKobo: 9_999_999_999_999 }))
const sent = (cookie: string) => cookie.split(';')[0] ?? ''

describe('the cart cookie', () => {
  it('round-trips beside other cookies', () => {
    const two = lines(2)
    expect(readCookieLines(`theme=dark; ${sent(cartCookie(two, { secure: false }))}; other=cart=x`)).toEqual(two)
    expect(readCookieLines(null)).toEqual([])
    expect(readCookieLines('theme=dark; notcart=a')).toEqual([])
  })

  it('fits into a cookie at any size, for this site only', () => {
    const cookie = cartCookie(lines(MAX_COOKIE_LINES + 5), { secure: true })
    expect(cookie.length).toBeLessThan(4096)
    expect(readCookieLines(sent(cookie))).toHaveLength(MAX_COOKIE_LINES)
    expect(cookie).toMatch(/; Path=\/; Max-Age=2592000; SameSite=Lax; Secure$/)
  })

  it('is deleted once the cart is empty', () => {
    expect(cartCookie([], { secure: false })).toContain('Max-Age=0')
  })

  it('drops malformed lines', () => {
    const [good] = lines(1)
    const odd = [`${id(1)}.0.5`, `${id(2)}.-1.5`, 'x.1.1', `${id(3)}.1`, '<script>', `${id(0)}.3.3`]
    const header = `${sent(cartCookie(lines(1), { secure: false }))}~${odd.join('~')}`
    expect(readCookieLines(header)).toEqual([good])
    expect(readCookieLines(`${CART_COOKIE}=${'~'.repeat(5000)}`)).toEqual([])
  })
})
