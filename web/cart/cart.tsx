import { Link } from 'react-router'
import { countUnits } from '#domain/catalogue/units.ts'
import { nairaToKobo } from '#domain/money.ts'
import { cartTotals } from '#domain/orders/cart-totals.ts'
import { titled } from '#web/layouts/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo, naira, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type CartItem, cartCount, useCart } from './store.ts'

/** The cart lives in this browser; the server knows nothing of it. */
export default function Cart() {
  const items = useCart((cart) => cart.items)
  const clear = useCart((cart) => cart.clear)
  const hydrated = useHydrated()
  return (
    <>
      <PageHeading lead="Kept on this phone until you order or clear it.">Cart</PageHeading>
      {!hydrated && (
        <noscript>
          <Notice tone="info">The cart needs JavaScript. Group buys can be joined without it.</Notice>
        </noscript>
      )}
      {items.length === 0 ? (
        <EmptyState title="Your cart is empty." action={<LinkButton to="/products">Browse Deals</LinkButton>}>
          Add a product, and it stands here with its total.
        </EmptyState>
      ) : (
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
            <ul className="divide-y divide-grain border-y border-grain">
              {items.map((item) => (
                <Line key={item.productId} item={item} />
              ))}
            </ul>
          </section>
          <Totals items={items} />
        </div>
      )}
    </>
  )
}

function Line({ item }: { item: CartItem }) {
  const remove = useCart((cart) => cart.remove)
  const setQuantity = useCart((cart) => cart.setQuantity)
  const lineKobo = nairaToKobo(item.price) * BigInt(item.quantity)
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-4 py-4">
      <img src={item.image || '/basins/empty.svg'} alt="" width={72} height={72} loading="lazy" className="size-18" />
      <div className="min-w-0">
        <h3 className="text-18">{item.name}</h3>
        <p className="text-14 text-soft">
          {naira(item.price)} a {item.unit}
        </p>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <QuantityStepper
            label={`Quantity of ${item.name}`}
            hideLabel
            unit={item.unit}
            value={item.quantity}
            onChange={(quantity) => setQuantity(item.productId, quantity)}
          />
          <p className="font-bold tabular-nums">
            <span className="sr-only">{countUnits(item.quantity, item.unit)}: </span>
            {kobo(lineKobo)}
          </p>
          <Button
            type="button"
            tone="quiet"
            size="small"
            aria-label={`Remove ${item.name}`}
            onClick={() => remove(item.productId)}
          >
            Remove
          </Button>
        </div>
      </div>
    </li>
  )
}

function Totals({ items }: { items: CartItem[] }) {
  const totals = cartTotals(items.map(({ price, quantity }) => ({ priceKobo: nairaToKobo(price), quantity })))
  return (
    <section aria-labelledby="totals" className="h-fit rounded-card border border-grain bg-card p-5">
      <h2 id="totals" className="mb-2 text-22">
        Total
      </h2>
      <DataList
        facts={[
          { label: 'Goods', value: kobo(totals.goodsKobo) },
          { label: 'Fee 2.5%', value: kobo(totals.feeKobo) },
          { label: 'To pay', value: kobo(totals.totalKobo), total: true },
        ]}
      />
      <p className="mt-3 text-14 text-soft">
        Prices are read again when you order; you see any change before you pay. Delivery, if you want it, is added
        then.
      </p>
      <p className="mt-3">
        <Link to="/group-buys" className="text-link">
          Is it cheaper together? See the group buys
        </Link>
      </p>
    </section>
  )
}

export const meta = () => titled('Cart', 'What you are about to buy.')
