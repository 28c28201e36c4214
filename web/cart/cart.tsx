import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { data } from 'react-router'
import { apiContext, i18nContext } from '#web/context.ts'
import { i18nOf } from '#web/languages/i18n.ts'
import { useShell } from '#web/shell.ts'
import { titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/cart.ts'
import { clear, putBack, remove, type TakenOut } from './acts.ts'
import { actOnCart } from './cart-action.ts'
import { readLines, type WantedLine } from './checkout-address.ts'
import { type CurrentProduct, readCurrentProducts } from './current-products.ts'
import { FilledCart } from './filled-cart.tsx'
import inStepScript from './in-step.js?url&no-inline'
import { openKeptCart } from './kept-cart.ts'
import { type CartItem, useCart } from './store.ts'
import { Undo } from './undo.tsx'

interface Kept {
  items: CartItem[]
  products: ReadonlyMap<string, CurrentProduct> | null
  /** What a form has just taken out. */
  taken: TakenOut[]
  isFull: boolean
  isUnread: boolean
}

/** The cart as the server knows it, for whoever has no scripts; with them the browser's own cart takes its place. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const cart = await openKeptCart({ request, context }).catch(() => null)
  const i18n = context.get(i18nContext)
  const lines = cart?.lines ?? []
  const removed = readLines(url.searchParams.getAll('removed'))
  const ids = [...lines, ...removed].map(({ productId }) => productId)
  const products = await readCurrentProducts(context.get(apiContext), ids).catch(() => null)
  const kept: Kept = {
    items: lines.map((line) => itemOf(i18n, line, products)),
    products: lines.length > 0 ? products : null,
    taken: removed.map((line, at) => ({ item: itemOf(i18n, line, products), at })),
    isFull: url.searchParams.has('full'),
    isUnread: cart === null,
  }
  return data(kept, { headers: cart?.headers ?? {} })
}

/** Within the site the browser's cart is all there is to show: it opens at once, and without a network. */
export const clientLoader = (): Kept => ({ items: [], products: null, taken: [], isFull: false, isUnread: false })

export const action = actOnCart

export default function Cart({ loaderData: kept }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { items: own, settled } = useCart()
  const hydrated = useHydrated()
  const isTheirs = useShell().viewer.userId !== null
  const [taken, setTaken] = useState<readonly TakenOut[]>(kept.taken)
  const isOwn = hydrated && (settled || own.length > 0)
  const items = isOwn ? own : kept.items
  const shown = taken.filter(({ item }) => !items.some(({ productId }) => productId === item.productId))
  // Without scripts nobody knows where in the cart a line stood.
  const inPlace = items.length === 0 ? [] : shown.filter((one) => !kept.taken.includes(one))
  const above = shown.filter((one) => !inPlace.includes(one))
  const takeOut = (gone: readonly TakenOut[]) => {
    setTaken([...shown, ...gone])
    const [only] = gone
    if (gone.length === 1 && only) remove(only.item.productId)
    else clear()
  }
  const undo = (back: readonly TakenOut[]) => {
    putBack(back)
    setTaken(shown.filter((one) => !back.includes(one)))
  }
  return (
    <>
      <PageHeading
        lead={
          isTheirs
            ? i18n.t('You find the same cart wherever you sign in.')
            : i18n.t('We keep it in this browser until you order or clear it.')
        }
      >
        {i18n.t('Cart')}
      </PageHeading>
      {kept.isUnread && !isOwn && (
        <ErrorState message={i18n.t('We could not read your cart just now.')} reload={i18n.t('It is safe.')} />
      )}
      {kept.isFull && (
        <Notice tone="warning" className="mb-5">
          {i18n.t('Your cart is full, so we could not put everything in. Order or remove something first.')}
        </Notice>
      )}
      {above.length > 0 && (
        <div className="mb-5 max-w-measure">
          <Undo taken={above} onUndo={undo} />
        </div>
      )}
      {items.length > 0 && (
        <FilledCart items={items} products={kept.products} taken={inPlace} onTakeOut={takeOut} onUndo={undo} />
      )}
      {items.length === 0 && !kept.isUnread && <NothingInIt isKnown={isOwn} />}
      <script src={inStepScript} defer />
    </>
  )
}

/** Until the browser's cart has been read, by web/cart/in-step.js or here, only whoever has no scripts is told that there is nothing. */
function NothingInIt({ isKnown }: { isKnown: boolean }) {
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

function itemOf(
  i18n: I18n,
  { productId, quantity, seenKobo }: WantedLine,
  products: ReadonlyMap<string, CurrentProduct> | null,
): CartItem {
  const { name = i18n.t('A product'), unit = i18n.t('unit'), image_url: image = null } = products?.get(productId) ?? {}
  return { productId, name, price: seenKobo / 100, quantity, unit, image: image ?? '' }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nOf(matches)
  return titled(i18n.t('Cart'), i18n.t('What you are about to buy.'))
}
