import { describe, expect, it } from 'vitest'
import { cartCookie } from './cart-cookie.ts'
import { readCartTotals, totalsCookie } from './cart-totals.ts'

const line = { productId: '00000000-0000-4000-8000-000000000001', quantity: 3, seenKobo: 250_050 }
const other = { productId: '00000000-0000-4000-8000-000000000002', quantity: 1, seenKobo: 100 }
const [ngozi, bola] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
const sent = (cookie: string) => cookie.split(';')[0] ?? ''

describe('the totals of a cart in the cookies', () => {
  const visitors = sent(cartCookie([line, other], { secure: false }))
  const accounts = sent(totalsCookie([line], { userId: ngozi, secure: false }))

  it("are a visitor's lines", () => {
    expect(readCartTotals(visitors, null)).toEqual({ units: 4, kobo: 750_250 })
    expect(readCartTotals(null, null)).toEqual({ units: 0, kobo: 0 })
  })

  it("are an account's own, and no other account's", () => {
    expect(readCartTotals(`theme=dark; ${accounts}`, ngozi)).toEqual({ units: 3, kobo: 750_150 })
    expect(readCartTotals(accounts, bola)).toEqual({ units: 0, kobo: 0 })
    expect(readCartTotals(accounts, null)).toEqual({ units: 0, kobo: 0 })
  })

  it('are nothing if edited by hand', () => {
    for (const value of ['', ngozi, `${ngozi}.x.1`, `${ngozi}.-1.5`, `${ngozi}.1`, `${ngozi}.1.1e999`])
      expect(readCartTotals(`cart-totals=${value}`, ngozi), value).toEqual({ units: 0, kobo: 0 })
  })

  it('are kept for this site, where scripts cannot read them', () => {
    expect(totalsCookie([line], { userId: ngozi, secure: true })).toMatch(
      /; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure$/,
    )
  })
})
