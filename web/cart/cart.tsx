import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { data } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, i18nContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/cart.ts'
import { handleCartForm } from './cart-action.ts'
import { type CartLineInput, readLines } from './checkout/checkout-address.ts'
import { type CurrentProduct, readCurrentProducts } from './current-products.ts'
import { clear, type RemovedLine, remove, restoreLines } from './edit-cart.ts'
import { FilledCart } from './filled-cart.tsx'
import { MovedNotice, type MoveOutcome } from './move-to-buy.tsx'
import { type CartItem, useCart } from './store.ts'
import { openServerCart } from './sync/server-cart.ts'
import inStepScript from './sync/sync-check.js?url&no-inline'
import { Undo } from './undo.tsx'

interface ServerCartData {
  items: CartItem[]
  products: ReadonlyMap<string, CurrentProduct> | null
  /** Lines a form has just removed. */
  taken: RemovedLine[]
  isFull: boolean
  isUnread: boolean
  /** Idempotency key of the next move into a group buy. */
  moveKey: string
}

/** The server's copy of the cart, for clients without scripts. After hydration the browser's cart replaces it. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const cart = await openServerCart({ request, context }).catch(() => null)
  const i18n = context.get(i18nContext)
  const lines = cart?.lines ?? []
  const removed = readLines(url.searchParams.getAll('removed'))
  const ids = [...lines, ...removed].map(({ productId }) => productId)
  const products = await readCurrentProducts(context.get(apiContext), ids).catch(() => null)
  const serverCart: ServerCartData = {
    items: lines.map((line) => toCartItem(i18n, line, products)),
    products: lines.length > 0 ? products : null,
    taken: removed.map((line, at) => ({ item: toCartItem(i18n, line, products), at })),
    isFull: url.searchParams.has('full'),
    isUnread: cart === null,
    moveKey: crypto.randomUUID(),
  }
  return data(serverCart, { headers: cart?.headers ?? {} })
}

/** Client-side navigation needs only the browser's cart: it opens at once, and offline. */
export const clientLoader = (): ServerCartData => ({
  items: [],
  products: null,
  taken: [],
  isFull: false,
  isUnread: false,
  moveKey: crypto.randomUUID(),
})

export const action = handleCartForm

/** Only a move to a group buy is submitted with scripts; the other forms change this browser's cart. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const [line] = readLines(form.getAll('line'))
  const unreached: MoveOutcome = {
    productId: line?.productId ?? '',
    moved: null,
    text: errorTexts.offline,
    confirms: null,
  }
  return withOfflineFallback(serverAction, () => unreached)
}

export const shouldRevalidate = revalidateUnlessOffline

export default function Cart({ loaderData: serverCart, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { items: own, isSynced } = useCart()
  const hydrated = useHydrated()
  const isSignedIn = useShell().viewer.userId !== null
  const [taken, setTaken] = useState<readonly RemovedLine[]>(serverCart.taken)
  const isBrowserCart = hydrated && (isSynced || own.length > 0)
  const items = isBrowserCart ? own : serverCart.items
  const shown = taken.filter(({ item }) => !items.some(({ productId }) => productId === item.productId))
  // Without scripts the index of a removed line is unknown.
  const inPlace = items.length === 0 ? [] : shown.filter((one) => !serverCart.taken.includes(one))
  const above = shown.filter((one) => !inPlace.includes(one))
  const takeOut = (removedLines: readonly RemovedLine[]) => {
    setTaken([...shown, ...removedLines])
    const [only] = removedLines
    if (removedLines.length === 1 && only) remove(only.item.productId)
    else clear()
  }
  const undo = (back: readonly RemovedLine[]) => {
    restoreLines(back)
    setTaken(shown.filter((one) => !back.includes(one)))
  }
  return (
    <>
      <PageHeading
        lead={
          isSignedIn
            ? i18n.t('You find the same cart wherever you sign in.')
            : i18n.t('We keep it in this browser until you order or clear it.')
        }
      >
        {i18n.t('Cart')}
      </PageHeading>
      <MovedNotice outcome={actionData ?? null} />
      {serverCart.isUnread && !isBrowserCart && (
        <ErrorState message={i18n.t('We could not read your cart just now.')} reload={i18n.t('It is safe.')} />
      )}
      {serverCart.isFull && (
        <Notice tone="warning" className="mb-5">
          {i18n.t('Your cart is full, so we could not put everything in. Order or remove something first.')}
        </Notice>
      )}
      {above.length > 0 && (
        <div className="mb-5 max-w-measure">
          <Undo removed={above} onUndo={undo} />
        </div>
      )}
      {items.length > 0 && (
        <FilledCart
          items={items}
          products={serverCart.products}
          removed={inPlace}
          onTakeOut={takeOut}
          onUndo={undo}
          move={{ moveKey: serverCart.moveKey, outcome: actionData ?? null }}
        />
      )}
      {items.length === 0 && !serverCart.isUnread && <EmptyCart isKnown={isBrowserCart} />}
      <script src={inStepScript} defer />
    </>
  )
}

/**
 * Until the browser's cart has been read (here or by web/cart/sync/sync-check.js), only clients without scripts see the
 * empty state.
 */
function EmptyCart({ isKnown }: { isKnown: boolean }) {
  const { i18n } = useLingui()
  const empty = (
    <EmptyState
      title={i18n.t('Your cart is empty.')}
      action={<LinkButton to="/products">{i18n.t('Browse Deals')}</LinkButton>}
    >
      {i18n.t('Add a product and you see it here with its total.')}
    </EmptyState>
  )
  if (isKnown) return empty
  return (
    <div className="min-h-64">
      <div data-empty-cart hidden suppressHydrationWarning>
        {empty}
      </div>
      <noscript>{empty}</noscript>
    </div>
  )
}

function toCartItem(
  i18n: I18n,
  { productId, quantity, seenKobo }: CartLineInput,
  products: ReadonlyMap<string, CurrentProduct> | null,
): CartItem {
  const { name = i18n.t('A product'), unit = i18n.t('unit'), image_url: image = null } = products?.get(productId) ?? {}
  return { productId, name, price: seenKobo / 100, quantity, unit, image: image ?? '' }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Cart'), i18n.t('What you are about to buy.'))
}
