import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { nairaToKobo } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { day, kobo, naira } from '#web/ui/format.ts'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import type { CurrentProduct } from './current-products.ts'
import type { LineNews } from './line-news.ts'
import { type CartItem, useCart } from './store.ts'

interface CartLineProps {
  item: CartItem
  /** The product as it is today, once it has been read: who sells it, and when it is shared. */
  product: CurrentProduct | undefined
  news: LineNews | null
}

/** One product in the cart, and what has changed since it was added. */
export function CartLine({ item, product, news }: CartLineProps) {
  const remove = useCart((cart) => cart.remove)
  const setQuantity = useCart((cart) => cart.setQuantity)
  // The box may be empty while the person types; the cart keeps the last whole number.
  const [empty, setEmpty] = useState(false)
  const lineKobo = nairaToKobo(item.price) * BigInt(item.quantity)
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-x-4 gap-y-3 py-4">
      <img
        src={item.image || '/basins/empty.svg'}
        alt=""
        width={72}
        height={72}
        loading="lazy"
        className="size-18 rounded-field bg-kraft"
      />
      <div className="min-w-0">
        <h3 className="text-18 break-words">{item.name}</h3>
        <p className="text-14 text-soft">
          {naira(item.price)} a {item.unit}
        </p>
        {/* The line is reserved before the answer comes, so that nothing below it moves. */}
        <p className="min-h-5 text-14 text-soft">
          {product?.shop}
          {product?.share_date && `, shared on ${day(product.share_date)}`}
        </p>
        {news?.texts.map((text) => (
          <p key={text} className={cx('mt-1 text-14 font-semibold', news.stops ? 'text-pepper' : 'text-ink')}>
            {text}
          </p>
        ))}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:col-span-1 sm:col-start-2">
        <QuantityStepper
          label={`Quantity of ${item.name}`}
          hideLabel
          unit={item.unit}
          value={empty ? Number.NaN : item.quantity}
          onChange={(quantity) => {
            setEmpty(Number.isNaN(quantity))
            setQuantity(item.productId, quantity)
          }}
        />
        <Button
          type="button"
          tone="quiet"
          size="small"
          className="max-sm:size-11 max-sm:px-0"
          aria-label={`Remove ${item.name}`}
          onClick={() => remove(item.productId)}
        >
          <Trash aria-hidden size={20} className="sm:hidden" />
          <span className="max-sm:hidden">Remove</span>
        </Button>
        <p className="ml-auto font-bold tabular-nums">
          <span className="sr-only">{countUnits(item.quantity, item.unit)}: </span>
          {kobo(lineKobo)}
        </p>
      </div>
    </li>
  )
}
