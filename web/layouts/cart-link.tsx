import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { kobo, plural } from '#web/ui/format.ts'
import { cartCount, cartTotalKobo, followOtherTabs, useCart } from '../cart/store.ts'

/** The cart in the bar: number of items and total. `web/quiet.js` fills the same places until the framework runs. */
export function CartLink() {
  const items = useCart((cart) => cart.items)
  useEffect(followOtherTabs, [])
  const amount = cartCount(items)
  return (
    <Link
      to="/cart"
      className="bar-link bar-icon gap-2"
      aria-label={`Cart, ${plural(amount, 'item')}, ${kobo(cartTotalKobo(items))}`}
      data-cart
      suppressHydrationWarning
    >
      <ShoppingBasket aria-hidden size={24} />
      <span className="tab-amount" data-cart-count suppressHydrationWarning>
        {amount}
      </span>
      <span className="hidden tabular-nums sm:inline lg:max-xl:hidden" data-cart-total suppressHydrationWarning>
        {kobo(cartTotalKobo(items))}
      </span>
    </Link>
  )
}
