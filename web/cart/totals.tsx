import { Link } from 'react-router'
import { nairaToKobo } from '#domain/money.ts'
import { cartTotals } from '#domain/orders/cart-totals.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import { useBuyerFee } from './buyer-fee.ts'
import type { CartItem } from './store.ts'

/** The cart's total at the prices it holds. */
export function Totals({ items }: { items: CartItem[] }) {
  const basisPoints = useBuyerFee()
  const lines = items.map(({ price, quantity }) => ({ priceKobo: nairaToKobo(price), quantity }))
  const totals = cartTotals(lines, basisPoints)
  return (
    <section aria-labelledby="totals" className="h-fit rounded-card border border-grain bg-card p-5">
      <h2 id="totals" className="mb-2 text-22">
        Total
      </h2>
      <DataList
        facts={[
          { label: 'Goods', value: kobo(totals.goodsKobo) },
          { label: `Fee ${basisPoints / 100}%`, value: kobo(totals.feeKobo) },
          { label: 'To pay', value: kobo(totals.totalKobo), total: true },
        ]}
      />
      <p className="mt-3 text-14 text-soft">
        We check prices again when you order, and you see any change before you pay. Delivery, if you want it, is added
        then.
      </p>
      <p className="mt-3">
        <Link to="/group-buys" className="text-link">
          Cheaper together? See the group buys
        </Link>
      </p>
    </section>
  )
}
