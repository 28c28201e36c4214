import { lagosDateOf } from '#domain/calendar.ts'
import { useShell } from '#web/shell.ts'
import { titled } from '#web/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { actOnCart } from './cart-action.ts'
import { useCurrentProducts } from './current-products.ts'
import { CartLine } from './line.tsx'
import { lineNews } from './line-news.ts'
import { type CartItem, cartCount, useCart } from './store.ts'
import { CartTotals } from './totals.tsx'

export const action = actOnCart

/** The cart is kept in this browser; the server does not know it. */
export default function Cart() {
  const items = useCart((cart) => cart.items)
  const hydrated = useHydrated()
  return (
    <>
      <PageHeading lead="Kept in this browser until you order or clear it.">Cart</PageHeading>
      {!hydrated && (
        <noscript>
          <Notice tone="info">The cart needs JavaScript. Group buys can be joined without it.</Notice>
        </noscript>
      )}
      {hydrated && (items.length === 0 ? <NothingInIt /> : <FilledCart items={items} />)}
      {!hydrated && <div className="min-h-64" />}
    </>
  )
}

function NothingInIt() {
  return (
    <EmptyState title="Your cart is empty." action={<LinkButton to="/products">Browse Deals</LinkButton>}>
      Add a product and it appears here with its total.
    </EmptyState>
  )
}

function FilledCart({ items }: { items: CartItem[] }) {
  const clear = useCart((cart) => cart.clear)
  const current = useCurrentProducts(items.map(({ productId }) => productId))
  const today = lagosDateOf(new Date(useShell().now))
  const lines = items.map((item) => ({
    item,
    product: typeof current === 'string' ? undefined : current.get(item.productId),
    news: typeof current === 'string' ? null : lineNews(item, current.get(item.productId), today),
  }))
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_22rem]">
      <section aria-labelledby="items">
        <div className="mb-2 flex items-baseline justify-between gap-4">
          <h2 id="items" className="text-22">
            {plural(cartCount(items), 'item')}
          </h2>
          <Button type="button" tone="quiet" size="small" onClick={clear}>
            Clear cart
          </Button>
        </div>
        <Changes lines={lines} />
        {current === 'unreadable' && (
          <Notice tone="info" className="mb-3">
            Prices could not be checked just now. Your cart is safe; we check them again when you order.
          </Notice>
        )}
        <ul className="divide-y divide-grain border-y border-grain">
          {lines.map(({ item, product, news }) => (
            <CartLine key={item.productId} item={item} product={product} news={news} />
          ))}
        </ul>
      </section>
      <CartTotals lines={lines} isRead={typeof current !== 'string'} />
    </div>
  )
}

type Line = { item: CartItem; news: ReturnType<typeof lineNews> }

/** Says how many lines changed, and accepts all new prices at once. */
function Changes({ lines }: { lines: readonly Line[] }) {
  const setPrice = useCart((cart) => cart.setPrice)
  const changed = lines.filter(({ news }) => news !== null)
  const priced = changed.flatMap(({ item, news }) =>
    news === null || news.newPrice === null ? [] : [{ id: item.productId, price: news.newPrice }],
  )
  if (changed.length === 0) return null
  return (
    <Notice tone="warning" className="mb-3">
      <p>{plural(changed.length, 'product')} in your cart changed. See what is new below.</p>
      {priced.length > 0 && (
        <Button
          type="button"
          tone="plain"
          size="small"
          className="mt-2"
          onClick={() => {
            for (const { id, price } of priced) setPrice(id, price)
          }}
        >
          {priced.length === 1 ? 'Use the new price' : 'Use the new prices'}
        </Button>
      )}
    </Notice>
  )
}

export const meta = () => titled('Cart', 'What you are about to buy.')
