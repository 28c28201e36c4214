import type { RouterContextProvider } from 'react-router'
import { type CartChange, decideCart } from '#domain/cart/deciding.ts'
import { siteContext } from '#web/context.ts'
import { cartCookie, linesOfCookie, MOST_COOKIE_LINES } from './cart-cookie.ts'
import type { WantedLine } from './checkout-address.ts'

/** A change as a form asks for it: it happens now. */
export type AskedChange = Omit<CartChange, 'at'>

/** The cart as the server knows it: a visitor's cookie. */
export interface KeptCart {
  lines: WantedLine[]
  /** The headers of an answer after these changes; null where there is no room for all of them. */
  keep(changes: readonly AskedChange[]): Promise<HeadersInit | null>
}

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

export async function openKeptCart({ request, context }: Asked): Promise<KeptCart> {
  const secure = context.get(siteContext).origin.startsWith('https:')
  const lines = linesOfCookie(request.headers.get('cookie'))
  return {
    lines,
    async keep(changes) {
      const { lines: next, leftOut } = changedLines(lines, changes)
      return leftOut ? null : { 'set-cookie': cartCookie(next, { secure }) }
    },
  }
}

/** The same rule as for an account's cart; a cookie knows no times, and needs no memory of what was removed. */
export function changedLines(lines: readonly WantedLine[], changes: readonly AskedChange[]) {
  const kept = lines.map((line) => ({ ...line, changedAt: 0 }))
  const asked = changes.map((change) => ({ ...change, at: 0 }))
  const { changed, leftOut } = decideCart(kept, asked, { most: MOST_COOKIE_LINES })
  const next = new Map([...kept, ...changed].map((line) => [line.productId, line]))
  const left = [...next.values()].filter(({ quantity }) => quantity > 0)
  return {
    lines: left.map(({ productId, quantity, seenKobo }): WantedLine => ({ productId, quantity, seenKobo })),
    leftOut: leftOut.length > 0,
  }
}
