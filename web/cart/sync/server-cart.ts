import type { RouterContextProvider } from 'react-router'
import type { Api } from '#api/api.ts'
import { applyCartChanges, type CartChange } from '#domain/cart/cart-changes.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import type { CartLineInput } from '../checkout/checkout-address.ts'
import { cartCookie, MAX_COOKIE_LINES, readCookieLines } from './cart-cookie.ts'
import { totalsCookie } from './cart-totals.ts'

/** A change submitted by a form, which takes effect now. */
export type CartEdit = Omit<CartChange, 'at'>

/** The server's copy of the cart: a visitor's cookie, or the account's cart. */
export interface ServerCart {
  lines: CartLineInput[]
  /**
   * Headers for a response that only shows the cart: they delete the cookie once its lines are in the account, and store
   * the account's totals.
   */
  headers: Headers
  /** Saves changes. Returns the response's headers; null if not all of them fit. */
  save(changes: readonly CartEdit[]): Promise<Headers | null>
}

interface CartRequest {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** Throws if the account's cart cannot be read. */
export async function openServerCart({ request, context }: CartRequest): Promise<ServerCart> {
  const secure = context.get(siteContext).origin.startsWith('https:')
  const lines = readCookieLines(request.headers.get('cookie'))
  const { userId } = context.get(viewerContext)
  if (userId !== null) {
    const account = await openAccountCart(context.get(apiContext), lines)
    const cookies = (inAccount: readonly CartLineInput[]) =>
      setCookies(totalsCookie(inAccount, { userId, secure }), ...(lines.length > 0 ? [cartCookie([], { secure })] : []))
    return {
      lines: account.lines,
      headers: cookies(account.lines),
      async save(changes) {
        const saved = await account.save(changes)
        return saved && cookies(saved)
      },
    }
  }
  return {
    lines,
    headers: new Headers(),
    async save(changes) {
      const { lines: next, isFull } = changedLines(lines, changes)
      return isFull ? null : setCookies(cartCookie(next, { secure }))
    },
  }
}

function setCookies(...cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

/** Merges the lines chosen before signing in into the account's cart. */
async function openAccountCart(api: Api, before: readonly CartLineInput[]) {
  const send = (changes: readonly CartEdit[]) =>
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
  /** The new lines; null if not all changes fit. */
  const save = async (changes: readonly CartEdit[]) => {
    const result = await send(changes)
    return result.ok && result.value.left_out.length === 0 ? accountLines(result.value.lines) : null
  }
  return { lines: accountLines(read.value.lines), save }
}

const accountLines = (rows: readonly { product_id: string; quantity: number; seen_kobo: number }[]): CartLineInput[] =>
  rows.map(({ product_id: productId, quantity, seen_kobo: seenKobo }) => ({ productId, quantity, seenKobo }))

/**
 * Removes ordered goods from the cart and returns the response's headers; other lines remain. Never throws, because the
 * order has been placed.
 */
export async function removeOrderedLines(args: CartRequest, ordered: readonly CartLineInput[]): Promise<HeadersInit> {
  try {
    const cart = await openServerCart(args)
    const changes = cart.lines.flatMap(({ productId, quantity, seenKobo }): CartEdit[] => {
      const taken = ordered.find((line) => line.productId === productId)?.quantity ?? 0
      return taken > 0 ? [{ productId, quantity: Math.max(0, quantity - taken), seenKobo, how: 'set' }] : []
    })
    return (await cart.save(changes)) ?? {}
  } catch {
    return {}
  }
}

/** The same rule as for an account's cart; a cookie holds no times and needs no record of removed lines. */
function changedLines(lines: readonly CartLineInput[], changes: readonly CartEdit[]) {
  const result = lines.map((line) => ({ ...line, changedAt: 0 }))
  const edits = changes.map((change) => ({ ...change, at: 0 }))
  const { changed, leftOut } = applyCartChanges(result, edits, { most: MAX_COOKIE_LINES })
  const next = new Map([...result, ...changed].map((line) => [line.productId, line]))
  const left = [...next.values()].filter(({ quantity }) => quantity > 0)
  return {
    lines: left.map(({ productId, quantity, seenKobo }): CartLineInput => ({ productId, quantity, seenKobo })),
    isFull: leftOut.length > 0,
  }
}
