import { type RouterContextProvider, redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { nairaToKobo } from '#domain/money.ts'
import { bulkQuantityFault } from '#domain/products/bulk-quantity.ts'
import { apiContext } from '#web/context.ts'
import { checkoutAddress, readLines, type WantedLine, writeLine } from './checkout-address.ts'
import { readCurrentProducts } from './current-products.ts'
import { type AskedChange, type KeptCart, openKeptCart } from './kept-cart.ts'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

/**
 * The cart's forms, for pages without scripts. Each sends `act`, and `line`s as a checkout's address has them; the answer leads back
 * to a page that says what was done.
 */
export async function actOnCart(asked: Asked): Promise<Response> {
  // A page of another site may not fill a cart.
  const from = asked.request.headers.get('sec-fetch-site')
  if (from !== null && from !== 'same-origin' && from !== 'none')
    throw new Response(/*as is*/ 'Forbidden', { status: 403 })
  const form = await asked.request.formData()
  const act = acts[String(form.get('act')) as keyof typeof acts]
  if (!act) throw new Response(/*as is*/ 'Unknown act', { status: 400 })
  return act({ ...asked, form, lines: wantedOf(form), cart: await openKeptCart(asked) })
}

interface Act extends Asked {
  form: FormData
  lines: WantedLine[]
  cart: KeptCart
}

/** What the form's lines say, with the quantity that was typed beside the one of them. */
function wantedOf(form: FormData): WantedLine[] {
  const lines = readLines(form.getAll('line'))
  const typed = form.get('quantity')
  return typed === null ? lines : lines.flatMap((line) => readLines([writeLine({ ...line, quantity: Number(typed) })]))
}

const acts = { add, put, buy, set, remove, clear, accept }

/** From a product's own place, back to it. */
async function add({ form, lines, cart, context }: Act): Promise<Response> {
  const [line] = lines
  const back = safeOriginPath(form.get('back'))?.replace(/#.*/, '') ?? '/cart'
  const place = readLines(form.getAll('line'))[0]?.productId
  if (!line) return redirect(`${back}#not-added-${place ?? ''}`, 303)
  const product = (await readCurrentProducts(context.get(apiContext), [line.productId])).get(line.productId)
  const inCart = cart.lines.find(({ productId }) => productId === line.productId)?.quantity ?? 0
  const isFine = product && bulkQuantityFault(inCart + line.quantity, product) === null
  if (!isFine) return redirect(`${back}#not-added-${line.productId}`, 303)
  return kept(cart, [{ ...line, how: 'add' }], `${back}#added-${line.productId}`)
}

/** Several at once: what was just removed, a list, a past order. What cannot be had is said in the cart. Pressed twice, it puts in no more. */
function put({ lines, cart }: Act) {
  const changes = lines.map((line): AskedChange => ({ ...line, how: 'merge' }))
  return kept(cart, changes, '/cart')
}

async function buy({ form, lines }: Act): Promise<Response> {
  if (lines[0]) return redirect(checkoutAddress([lines[0]], 'beside the cart'), 303)
  return redirect(safeOriginPath(form.get('back')) ?? '/products', 303)
}

/** A stale page sets no line that is gone. */
function set({ lines, cart }: Act) {
  const there = lines.filter(({ productId }) => cart.lines.some((line) => line.productId === productId))
  const changes = there.map((line): AskedChange => ({ ...line, how: 'set' }))
  return kept(cart, changes, there[0] ? `/cart#line-${there[0].productId}` : '/cart')
}

function remove({ lines, cart }: Act) {
  return takeOut(cart, lines.slice(0, 1))
}

function clear({ cart }: Act) {
  return takeOut(cart, cart.lines)
}

/** With what was taken out in the address, so that it can be put back. */
function takeOut(cart: KeptCart, asked: readonly WantedLine[]): Promise<Response> {
  const out = cart.lines.filter(({ productId }) => asked.some((line) => line.productId === productId))
  const removed = new URLSearchParams(out.map((line) => ['removed', writeLine(line)]))
  return kept(
    cart,
    out.map((line) => ({ ...line, quantity: 0, how: 'set' })),
    out.length > 0 ? `/cart?${removed}` : '/cart',
  )
}

/** Today's prices are the seen ones from now on. */
async function accept({ cart, context }: Act): Promise<Response> {
  const ids = cart.lines.map(({ productId }) => productId)
  const products = await readCurrentProducts(context.get(apiContext), ids)
  const priced = cart.lines.flatMap((line): AskedChange[] => {
    const product = products.get(line.productId)
    return product ? [{ ...line, seenKobo: Number(nairaToKobo(product.base_price)), how: 'set' }] : []
  })
  return kept(cart, priced, '/cart')
}

async function kept(cart: KeptCart, changes: readonly AskedChange[], to: string): Promise<Response> {
  if (changes.length === 0) return redirect(to, 303)
  const headers = await cart.keep(changes)
  return headers ? redirect(to, { status: 303, headers }) : redirect('/cart?full', 303)
}
