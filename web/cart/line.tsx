import { useLingui } from '@lingui/react'
import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { nairaToKobo } from '#domain/money.ts'
import { bulkQuantityFault } from '#domain/products/bulk-quantity.ts'
import { countUnits } from '#domain/products/units.ts'
import { byWeightText } from '#domain/products/weights/weight-terms.ts'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { QuantityStepper } from '#web/ui/controls/quantity-stepper.tsx'
import { cx } from '#web/ui/cx.ts'
import { day, kobo, naira } from '#web/ui/format.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { toLineInput, writeLine } from './checkout/checkout-address.ts'
import type { CurrentProduct } from './current-products.ts'
import { setQuantity } from './edit-cart.ts'
import { type MoveInput, MoveToBuy } from './move-to-buy.tsx'
import type { GroupedLine } from './shop-groups.ts'
import type { CartItem } from './store.ts'

interface CartLineProps extends Pick<GroupedLine, 'item' | 'product' | 'change'> {
  /** The sharing day, unless the shop's heading shows it. */
  showsDay: boolean
  onRemove: () => void
  move: MoveInput
}

/** One product in the cart, and what has changed since it was added. Without scripts it is a form. */
export function CartLine({ item, product, change, showsDay, onRemove, move }: CartLineProps) {
  const { i18n } = useLingui()
  const hydrated = useHydrated()
  const { shown, fault, choose, rest } = useQuantityInput(item, product)
  const byWeight = product && byWeightText(product, { priceKobo: nairaToKobo(item.price) })
  const lineKobo = nairaToKobo(item.price) * BigInt(item.quantity)
  return (
    <li id={`line-${item.productId}`} className="grid grid-cols-[4.5rem_1fr] gap-x-4 gap-y-3 py-4">
      <Picture src={item.image} alt="" width={72} height={72} className="size-18 rounded-field bg-kraft" />
      <div className="min-w-0">
        <h3 className="text-18 break-words">
          <Link to={`/products/${item.productId}`} className="hover:underline">
            {item.name}
          </Link>
        </h3>
        <p className="text-14 text-soft">{i18n.t('{price} a {unit}', { price: naira(item.price), unit: item.unit })}</p>
        {byWeight && <p className="text-14">{translate(i18n, byWeight)}</p>}
        {showsDay && product && (
          <p className="text-14 text-soft">
            {product.share_date
              ? i18n.t('Shared on {day}', { day: day(product.share_date) })
              : i18n.t('Sharing day not set yet')}
          </p>
        )}
        {change !== null && change.newPrice !== null && (
          <p className={cx('mt-1 text-14 font-semibold', change.problem ? 'text-pepper' : 'text-ink')}>
            {i18n.t('Now {price} a {unit}. It was {before} when you added it.', {
              price: naira(change.newPrice),
              unit: item.unit,
              before: naira(item.price),
            })}
          </p>
        )}
        {change?.problem && <p className="mt-1 text-14 font-semibold text-pepper">{translate(i18n, change.problem)}</p>}
      </div>
      <form
        method="post"
        action="/cart"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="col-span-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:col-span-1 sm:col-start-2"
      >
        <input type="hidden" name="line" value={writeLine(toLineInput(item))} />
        <div className="max-w-64">
          <QuantityStepper
            label={i18n.t('Quantity of {name}', { name: item.name })}
            hideLabel
            unit={item.unit}
            {...(product && { min: product.min_quantity, max: maxQuantity(product) })}
            value={shown}
            error={
              fault &&
              `${translate(i18n, fault)} ${i18n.t('Your cart keeps {units}.', { units: countUnits(item.quantity, item.unit) })}`
            }
            onChange={choose}
            onLeave={rest}
          />
        </div>
        {!hydrated && (
          <Button
            name="act"
            value="set"
            tone="plain"
            size="small"
            aria-label={i18n.t('Update {name}', { name: item.name })}
          >
            {i18n.t('Update')}
          </Button>
        )}
        {/* No submit button with scripts, because Enter in the field must not remove the line. */}
        <Button
          type={hydrated ? 'button' : 'submit'}
          name="act"
          value="remove"
          tone="quiet"
          size="small"
          className="max-sm:size-11 max-sm:px-0"
          aria-label={i18n.t('Remove {name}', { name: item.name })}
          onClick={hydrated ? onRemove : undefined}
        >
          <Trash aria-hidden size={20} className="sm:hidden" />
          <span className="max-sm:hidden">{i18n.t('Remove')}</span>
        </Button>
        <p className="ml-auto font-bold tabular-nums">
          <span className="sr-only">{countUnits(item.quantity, item.unit)}: </span>
          {kobo(lineKobo)}
        </p>
      </form>
      {product?.cheaperBuy && <MoveToBuy item={item} buy={product.cheaperBuy} {...move} />}
    </li>
  )
}

const maxQuantity = ({ max_quantity: most, available_quantity: left }: CurrentProduct): number =>
  Math.max(1, Math.min(most ?? left, left))

/** The typed quantity. The cart takes it only if it can be ordered; otherwise it keeps the previous one. */
function useQuantityInput(item: CartItem, product: CurrentProduct | undefined) {
  const [refused, setRefused] = useState<number | null>(null)
  const before = useRef<number | null>(null)
  const validate = (quantity: number) => bulkQuantityFault(quantity, product ?? unknownLimits(item.unit))
  return {
    shown: refused ?? item.quantity,
    fault: refused === null ? null : validate(refused),
    choose(quantity: number) {
      before.current ??= item.quantity
      const isRefused = validate(quantity) !== null
      setRefused(isRefused ? quantity : null)
      setQuantity(item.productId, isRefused ? before.current : quantity)
    },
    /** Leaving the field ends the typing. */
    rest() {
      before.current = null
    },
  }
}

/** Until the product has been read, any whole number is accepted. */
const unknownLimits = (unit: string) => ({
  unit,
  min_quantity: 1,
  max_quantity: null,
  available_quantity: Number.MAX_SAFE_INTEGER,
})
