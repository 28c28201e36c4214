import { useState } from 'react'
import { countUnits } from '#domain/catalogue/units.ts'
import { nairaToKobo } from '#domain/money.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { kobo, naira } from '#web/ui/format.ts'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import type { LineNews } from './line-news.ts'
import { type CartItem, useCart } from './store.ts'

/** One product in the cart, and what changed with it since. */
export function CartLine({ item, news }: { item: CartItem; news: LineNews | null }) {
  const remove = useCart((cart) => cart.remove)
  const setQuantity = useCart((cart) => cart.setQuantity)
  // The box may stand empty while one types; the cart keeps the last whole number.
  const [empty, setEmpty] = useState(false)
  const lineKobo = nairaToKobo(item.price) * BigInt(item.quantity)
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-4 py-4">
      <img src={item.image || '/basins/empty.svg'} alt="" width={72} height={72} loading="lazy" className="size-18" />
      <div className="min-w-0">
        <h3 className="text-18 break-words">{item.name}</h3>
        <p className="text-14 text-soft">
          {naira(item.price)} a {item.unit}
        </p>
        {news?.texts.map((text) => (
          <p key={text} className={cx('mt-1 text-14 font-semibold', news.stops ? 'text-pepper' : 'text-ink')}>
            {text}
          </p>
        ))}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-span-1 sm:col-start-2">
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
          className="max-sm:order-3 max-sm:-ml-3"
          aria-label={`Remove ${item.name}`}
          onClick={() => remove(item.productId)}
        >
          Remove
        </Button>
        <p className="ml-auto font-bold tabular-nums">
          <span className="sr-only">{countUnits(item.quantity, item.unit)}: </span>
          {kobo(lineKobo)}
        </p>
      </div>
    </li>
  )
}
