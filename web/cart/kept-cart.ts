import type { RouterContextProvider } from 'react-router'
import type { Api } from '#api/api.ts'
import { type CartChange, decideCart } from '#domain/cart/deciding.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { cartCookie, linesOfCookie, MOST_COOKIE_LINES } from './cart-cookie.ts'
import type { WantedLine } from './checkout-address.ts'

/** A change as a form asks for it: it happens now. */
export type AskedChange = Omit<CartChange, 'at'>

/** The cart as the server knows it: a visitor's cookie, or the account's cart. */
export interface KeptCart {
  lines: WantedLine[]
  /** For an answer that only shows the cart: what the cookie held has gone into the account. */
  headers: Record<string, string>
  /** The headers of an answer after these changes; null where there is no room for all of them. */
  keep(changes: readonly AskedChange[]): Promise<Record<string, string> | null>
}

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** Throws if the account's cart cannot be read. */
export async function openKeptCart({ request, context }: Asked): Promise<KeptCart> {
  const secure = context.get(siteContext).origin.startsWith('https:')
  const lines = linesOfCookie(request.headers.get('cookie'))
  const emptied = { 'set-cookie': cartCookie([], { secure }) }
  if (context.get(viewerContext).userId !== null) {
    const account = await openAccountCart(context.get(apiContext), lines)
    const headers = lines.length > 0 ? emptied : {}
    return { ...account, headers, keep: async (changes) => ((await account.keep(changes)) ? headers : null) }
  }
  return {
    lines,
    headers: {},
    async keep(changes) {
      const { lines: next, isFull } = changedLines(lines, changes)
      return isFull ? null : { 'set-cookie': cartCookie(next, { secure }) }
    },
  }
}

/** What somebody chose before they signed in comes into their account's cart with the first look at it. */
async function openAccountCart(api: Api, before: readonly WantedLine[]) {
  const send = (changes: readonly AskedChange[]) =>
    api.command('save-cart', {
      changes: changes.map(({ productId, how, quantity, seenKobo }) => ({
        product_id: productId,
        how,
        quantity,
        seen_kobo: seenKobo,
        age_ms: 0,
      })),
    })
  const read = await send(before.map((line) => ({ ...line, how: 'merge' })))
  if (!read.ok) throw new Error(`The cart could not be read: ${read.refusal.code}`)
  const lines = read.value.lines.map(
    ({ product_id: productId, quantity, seen_kobo: seenKobo }): WantedLine => ({ productId, quantity, seenKobo }),
  )
  const keep = async (changes: readonly AskedChange[]) => {
    const kept = await send(changes)
    return kept.ok && kept.value.left_out.length === 0
  }
  return { lines, keep }
}

/** The headers of an answer after goods were ordered: they leave the cart, and what was chosen besides stays. The order stands whatever becomes of the cart. */
export async function headersWithout(asked: Asked, ordered: readonly WantedLine[]): Promise<Record<string, string>> {
  try {
    const cart = await openKeptCart(asked)
    const changes = cart.lines.flatMap(({ productId, quantity, seenKobo }): AskedChange[] => {
      const taken = ordered.find((line) => line.productId === productId)?.quantity ?? 0
      return taken > 0 ? [{ productId, quantity: Math.max(0, quantity - taken), seenKobo, how: 'set' }] : []
    })
    return (await cart.keep(changes)) ?? {}
  } catch {
    return {}
  }
}

/** The same rule as for an account's cart; a cookie knows no times, and needs no memory of what was removed. */
function changedLines(lines: readonly WantedLine[], changes: readonly AskedChange[]) {
  const kept = lines.map((line) => ({ ...line, changedAt: 0 }))
  const asked = changes.map((change) => ({ ...change, at: 0 }))
  const { changed, leftOut } = decideCart(kept, asked, { most: MOST_COOKIE_LINES })
  const next = new Map([...kept, ...changed].map((line) => [line.productId, line]))
  const left = [...next.values()].filter(({ quantity }) => quantity > 0)
  return {
    lines: left.map(({ productId, quantity, seenKobo }): WantedLine => ({ productId, quantity, seenKobo })),
    isFull: leftOut.length > 0,
  }
}
