import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { nairaToKobo } from '#domain/money.ts'
import { bulkQuantityFault } from '#domain/products/bulk-quantity.ts'
import { countUnits } from '#domain/products/units.ts'
import { translate } from '#web/languages/translate.ts'
import { Button, type ButtonTone } from '#web/ui/button.tsx'
import { QuantityStepper } from '#web/ui/controls/quantity-stepper.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { checkoutAddress, writeLine } from './checkout/checkout-address.ts'
import { add } from './edit-cart.ts'
import { useCart } from './store.ts'

interface AddToCartProps {
  product: {
    id: string
    name: string
    /** Naira per unit. */
    base_price: number
    unit: string
    min_quantity: number
    max_quantity: number | null
    available_quantity: number
    image_url: string | null
  }
  /** Units added per press; the vendor's minimum by default (specification, section 9). */
  quantity?: number
  /** Shows a quantity field and a "buy now" button. */
  withQuantity?: boolean
  /**
   * Id of the form, for a submit button elsewhere on the page. The inline button is then visible only from 700 px,
   * where the other is not.
   */
  formId?: string
  /** Plain beside a cheaper offer. */
  tone?: ButtonTone
}

/**
 * Adds a product to the cart. Without scripts it is a form whose response redirects back here; the fragment targets one
 * of the two messages below, so that the page itself is the same for all visitors and stays cacheable.
 */
export function AddToCart({ product, quantity, withQuantity = false, formId, tone = 'primary' }: AddToCartProps) {
  const { i18n } = useLingui()
  const inCart = useCart(({ items }) => items.find(({ productId }) => productId === product.id)?.quantity ?? 0)
  const [refused, setRefused] = useState<string | null>(null)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { id, name, base_price: price, unit, image_url: image } = product
  const usual = quantity ?? product.min_quantity
  const line = { productId: id, quantity: usual, seenKobo: Number(nairaToKobo(price)) }
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosenQuantity = withQuantity ? Number(form.get('quantity')) : usual
    const isBuying = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'buy'
    const before = isBuying ? 0 : inCart
    const fault = bulkQuantityFault(before + chosenQuantity, product)
    const has = before > 0 ? ` ${i18n.t('Your cart has {units}.', { units: countUnits(before, unit) })}` : ''
    setRefused(fault && `${translate(i18n, fault)}${has}`)
    if (fault) return
    if (isBuying) return void navigate(checkoutAddress([{ ...line, quantity: chosenQuantity }], 'beside the cart'))
    add({ productId: id, name, price, quantity: chosenQuantity, unit, image: image ?? '' })
    showToast(<Added what={i18n.t('{units} added: {name}.', { units: countUnits(chosenQuantity, unit), name })} />)
  }
  return (
    <form id={formId} method="post" action="/cart" onSubmit={submit} noValidate className="grid gap-2">
      <input type="hidden" name="line" value={writeLine(line)} />
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      {withQuantity && (
        <QuantityStepper
          label={i18n.t('Quantity')}
          unit={unit}
          min={product.min_quantity}
          max={Math.min(product.max_quantity ?? product.available_quantity, product.available_quantity)}
          defaultValue={usual}
        />
      )}
      <Button
        name="act"
        value="add"
        tone={tone}
        wide
        aria-label={i18n.t('Add to Cart: {name}', { name })}
        className={formId ? 'max-md:hidden' : undefined}
      >
        {i18n.t('Add to Cart')}
      </Button>
      {withQuantity && (
        <Button name="act" value="buy" tone="plain" wide>
          {i18n.t('Buy now')}
        </Button>
      )}
      {refused && (
        <p role="alert" className="text-14 font-semibold text-pepper">
          {refused}
        </p>
      )}
      <p id={`added-${id}`} className="hidden text-14 font-semibold text-leaf target:block">
        <Added what={i18n.t('Added.')} />
      </p>
      <p id={`not-added-${id}`} className="hidden text-14 font-semibold text-pepper target:block">
        {i18n.t('Not added. That would be more than you can order, or less than the vendor sells.')}
      </p>
    </form>
  )
}

function Added({ what }: { what: string }) {
  const { i18n } = useLingui()
  return (
    <>
      {what}{' '}
      <Link to="/cart" className="underline underline-offset-2">
        {i18n.t('See the cart')}
      </Link>
    </>
  )
}
