import { data, type RouterContextProvider, redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { nairaToKobo } from '#domain/money.ts'
import { offerTexts } from '#domain/orders/offer-fault.ts'
import { statesToConfirm } from '#domain/places/shop-fulfilment.ts'
import { bulkQuantityFault } from '#domain/products/bulk-quantity.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'
import { apiContext, areaContext, viewerContext } from '#web/context.ts'
import { type CartLineInput, checkoutAddress, readLines, writeLine } from './checkout/checkout-address.ts'
import { readCurrentProducts } from './current-products.ts'
import type { MoveOutcome } from './move-to-buy.tsx'
import { type CartEdit, openServerCart, removeOrderedLines, type ServerCart } from './sync/server-cart.ts'

interface CartActionArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

/**
 * Handles the cart's forms for pages without scripts. Each form sends `act` and `line`s in the format of a checkout
 * address; the response redirects to a page that shows the result. Only a move to a group buy is answered in place,
 * with and without scripts.
 */
export async function handleCartForm(args: CartActionArgs) {
  // Cross-site requests must not fill a cart.
  const fetchSite = args.request.headers.get('sec-fetch-site')
  if (fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none')
    throw new Response(/*as is*/ 'Forbidden', { status: 403 })
  const form = await args.request.formData()
  const act = String(form.get('act'))
  if (!isAct(act)) throw new Response(/*as is*/ 'Unknown act', { status: 400 })
  return handlers[act]({ ...args, form, lines: readFormLines(form), cart: await openServerCart(args) })
}

interface CartFormInput extends CartActionArgs {
  form: FormData
  lines: CartLineInput[]
  cart: ServerCart
}

/** The form's lines. A `quantity` field overrides the quantity of its line. */
function readFormLines(form: FormData): CartLineInput[] {
  const lines = readLines(form.getAll('line'))
  const typed = form.get('quantity')
  return typed === null ? lines : lines.flatMap((line) => readLines([writeLine({ ...line, quantity: Number(typed) })]))
}

const handlers = { add, put, buy, set, remove, clear, accept, move }

const isAct = (act: string): act is keyof typeof handlers => Object.hasOwn(handlers, act)

/** Redirects back to the product where the form was. */
async function add({ form, lines, cart, context }: CartFormInput): Promise<Response> {
  const [line] = lines
  const back = safeOriginPath(form.get('back'))?.replace(/#.*/, '') ?? '/cart'
  const place = readLines(form.getAll('line'))[0]?.productId
  if (!line) return redirect(`${back}#not-added-${place ?? ''}`, 303)
  const product = (await readCurrentProducts(context.get(apiContext), [line.productId])).get(line.productId)
  const inCart = cart.lines.find(({ productId }) => productId === line.productId)?.quantity ?? 0
  const isAllowed = product && bulkQuantityFault(inCart + line.quantity, product) === null
  if (!isAllowed) return redirect(`${back}#not-added-${line.productId}`, 303)
  return saveAndRedirect(cart, [{ ...line, how: 'add' }], `${back}#added-${line.productId}`)
}

/**
 * Adds several items: what was just removed, a list, or a past order. The cart shows which are unavailable. A repeated
 * press changes nothing.
 */
function put({ lines, cart }: CartFormInput) {
  const changes = lines.map((line): CartEdit => ({ ...line, how: 'merge' }))
  return saveAndRedirect(cart, changes, '/cart')
}

async function buy({ form, lines }: CartFormInput): Promise<Response> {
  if (lines[0]) return redirect(checkoutAddress([lines[0]], 'beside the cart'), 303)
  return redirect(safeOriginPath(form.get('back')) ?? '/products', 303)
}

/** Ignores lines that are gone, because the form may be stale. */
function set({ lines, cart }: CartFormInput) {
  const existing = lines.filter(({ productId }) => cart.lines.some((line) => line.productId === productId))
  const changes = existing.map((line): CartEdit => ({ ...line, how: 'set' }))
  return saveAndRedirect(cart, changes, existing[0] ? `/cart#line-${existing[0].productId}` : '/cart')
}

function remove({ lines, cart }: CartFormInput) {
  return takeOut(cart, lines.slice(0, 1))
}

function clear({ cart }: CartFormInput) {
  return takeOut(cart, cart.lines)
}

/** The removed lines go into the address, so that they can be restored. */
function takeOut(cart: ServerCart, args: readonly CartLineInput[]): Promise<Response> {
  const out = cart.lines.filter(({ productId }) => args.some((line) => line.productId === productId))
  const removed = new URLSearchParams(out.map((line) => ['removed', writeLine(line)]))
  return saveAndRedirect(
    cart,
    out.map((line) => ({ ...line, quantity: 0, how: 'set' })),
    out.length > 0 ? `/cart?${removed}` : '/cart',
  )
}

/** Stores today's prices as the accepted ones. */
async function accept({ cart, context }: CartFormInput): Promise<Response> {
  const ids = cart.lines.map(({ productId }) => productId)
  const products = await readCurrentProducts(context.get(apiContext), ids)
  const priced = cart.lines.flatMap((line): CartEdit[] => {
    const product = products.get(line.productId)
    return product ? [{ ...line, seenKobo: Number(nairaToKobo(product.base_price)), how: 'set' }] : []
  })
  return saveAndRedirect(cart, priced, '/cart')
}

/** Joins a group buy with a line's quantity, then takes the line out. A refusal leaves the cart as it is. */
async function move({ request, context, form, lines }: CartFormInput) {
  const [line] = lines
  if (!line) return redirect('/cart', 303)
  if (context.get(viewerContext).userId === null) return redirect(`/auth?next=${encodeURIComponent('/cart')}`, 303)
  const { productId, quantity } = line
  const api = context.get(apiContext)
  const refused = (text: TranslatableText, confirms: string | null = null) =>
    data<MoveOutcome>({ productId, moved: null, text, confirms }, 409)
  const product = (await readCurrentProducts(api, [productId])).get(productId)
  if (!product) return refused(offerTexts.gone)
  const ownState = (await context.get(areaContext)())?.state
  const confirms = ownState && statesToConfirm([product.ways], ownState)[0]
  if (confirms && form.get('confirmed_state') !== confirms) return refused(farText(confirms), confirms)
  const input = { group_buy_id: String(form.get('group_buy_id') ?? ''), quantity }
  const result = await api.command('join-group-buy', input, String(form.get('key') ?? '') || undefined)
  // Without a status there was no response at all.
  const isFault = !result.ok && (result.status >= 500 || result.status === 0)
  if (!result.ok) return refused(isFault ? errorTexts.groupBuyNotJoined : result.refusal.message)
  const headers = await removeOrderedLines({ request, context }, [line])
  return data<MoveOutcome>(
    { productId, moved: { order: result.value.order, unit: product.unit, units: quantity } },
    { headers },
  )
}

const farText = (state: string) =>
  withValues(
    /*i18n*/ 'You collect this in another state: {state}. Press once more if you can collect it there. Nothing is joined yet.',
    { state },
  )

async function saveAndRedirect(cart: ServerCart, changes: readonly CartEdit[], to: string): Promise<Response> {
  if (changes.length === 0) return redirect(to, 303)
  const headers = await cart.save(changes)
  return headers ? redirect(to, { status: 303, headers }) : redirect('/cart?full', 303)
}
