import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { Link } from 'react-router'
import { kobo, plural } from '#web/ui/format.ts'
import { cartCount, cartTotalKobo, useCart } from '../cart/store.ts'
import { useCartHome } from '../cart/use-cart-home.ts'
import { useShell } from '../shell.ts'

/** The cart in the bar: number of items and total. `/quiet.js` fills the same places on pages without the framework. */
export function CartLink() {
  const items = useCart((cart) => cart.items)
  useCartHome(useShell().viewer.userId)
  const amount = cartCount(items)
  return (
    <Link
      to="/cart"
      className="bar-link bar-icon gap-2"
      aria-label={`Cart, ${plural(amount, 'item')}, ${kobo(cartTotalKobo(items))}`}
      data-cart
    >
      <ShoppingBasket aria-hidden size={24} />
      <span className="tab-amount" data-cart-count>
        {amount}
      </span>
      <span className="hidden tabular-nums sm:inline lg:max-xl:hidden" data-cart-total>
        {kobo(cartTotalKobo(items))}
      </span>
    </Link>
  )
}
