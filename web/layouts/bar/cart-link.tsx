import { useLingui } from '@lingui/react'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { NavLink } from 'react-router'
import { cartCount, cartTotalKobo, useCart } from '#web/cart/store.ts'
import { counted } from '#web/languages/counted.ts'
import { useShell } from '#web/shell.ts'
import { kobo } from '#web/ui/format.ts'
import { useHydrated } from '#web/ui/hydrated.ts'

/**
 * The cart in the navigation bar: number of items and total. `web/rendering/hydrate-on-interaction.js` fills them in
 * before hydration.
 */
export function CartLink() {
  const { amount, total, name, places } = useCartTexts()
  return (
    <NavLink
      to="/cart"
      className="bar-link bar-icon bar-cart gap-2"
      aria-label={name}
      data-cart
      {...places}
      suppressHydrationWarning
    >
      <ShoppingBasket aria-hidden size={24} />
      <span className="tab-amount" data-cart-count suppressHydrationWarning>
        {amount}
      </span>
      <span className="hidden tabular-nums sm:inline lg:max-xl:hidden" data-cart-total suppressHydrationWarning>
        {total}
      </span>
    </NavLink>
  )
}

/** The cart in the bottom bar of a phone. */
export function BottomCartLink() {
  const { i18n } = useLingui()
  const { amount, name, places } = useCartTexts()
  return (
    <NavLink to="/cart" className="bottom-link" aria-label={name} data-cart {...places} suppressHydrationWarning>
      <ShoppingBasket aria-hidden size={24} />
      <span>
        {i18n.t('Cart')}{' '}
        <span className="tab-amount" data-cart-count suppressHydrationWarning>
          {amount}
        </span>
      </span>
    </NavLink>
  )
}

function useCartTexts() {
  const items = useCart((cart) => cart.items)
  const { i18n } = useLingui()
  const { cart } = useShell()
  const hydrated = useHydrated()
  const amount = hydrated ? cartCount(items) : cart.units
  const total = kobo(hydrated ? cartTotalKobo(items) : cart.kobo)
  const named = (count: number, values: Record<string, string>) =>
    counted(i18n, count, { one: ONE, many: MANY, ...values })
  return {
    amount,
    total,
    name: named(amount, { total }),
    // Translated templates for `web/rendering/hydrate-on-interaction.js`.
    places: { 'data-one': named(1, PLACES), 'data-many': named(2, PLACES) },
  }
}

const ONE = /*i18n*/ 'Cart, {count} item, {total}'
const MANY = /*i18n*/ 'Cart, {count} items, {total}'
const PLACES = { count: '{count}', total: '{total}' }
