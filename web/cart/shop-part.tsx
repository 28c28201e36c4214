import { countUnits } from '#domain/products/units.ts'
import { cx } from '#web/ui/cx.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { day, kobo } from '#web/ui/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import type { CheckoutLine, CheckoutShop } from './checkout-summary.ts'

interface ShopPartProps {
  shop: CheckoutShop
  basisPoints: number
}

/** One shop's part of a cart, which becomes an order of its own. */
export function ShopPart({ shop, basisPoints }: ShopPartProps) {
  return (
    <section aria-labelledby={`shop-${shop.vendorId}`}>
      <h2 id={`shop-${shop.vendorId}`} className="mb-2 text-22 break-words">
        {shop.name}
      </h2>
      <ul className="mb-2 divide-y divide-grain border-y border-grain">
        {shop.lines.map((line) => (
          <Line key={line.productId} line={line} />
        ))}
      </ul>
      <DataList
        facts={[
          { label: 'Goods', value: kobo(shop.goodsKobo) },
          { label: `Fee ${basisPoints / 100}%`, value: kobo(shop.feeKobo) },
          { label: 'To pay for this order', value: kobo(shop.totalKobo), total: true },
        ]}
      />
    </section>
  )
}

function Line({ line: { product, quantity, seenKobo, priceKobo, stop } }: { line: CheckoutLine }) {
  return (
    <li className="flex gap-4 py-3">
      <Picture
        src={product.image_url}
        alt=""
        width={56}
        height={56}
        className="size-14 shrink-0 rounded-field bg-kraft"
      />
      <div className="min-w-0 flex-1">
        <h3 className="text-18 break-words">{product.name}</h3>
        <p className="text-14 text-soft">
          {countUnits(quantity, product.unit)} at{' '}
          {seenKobo !== priceKobo && (
            <>
              <del>
                <span className="sr-only">old price </span>
                {kobo(seenKobo)}
              </del>{' '}
              <span aria-hidden>→</span> <span className="sr-only">new price </span>
            </>
          )}
          <strong className={cx(seenKobo !== priceKobo && 'text-ink')}>{kobo(priceKobo)}</strong>
        </p>
        <p className="text-14 text-soft">
          {product.share_date ? `Shared on ${day(product.share_date)}` : 'Sharing day not set yet'}
        </p>
        {stop && <p className="mt-1 text-14 font-semibold text-pepper">{stop}</p>}
      </div>
      <p className="font-bold tabular-nums">{kobo(priceKobo * quantity)}</p>
    </li>
  )
}
