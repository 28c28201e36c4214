import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { useEffect } from 'react'
import { NavLink } from 'react-router'
import { kobo, plural } from '#web/ui/format.ts'
import { cartCount, cartTotalKobo, followOtherTabs, useCart } from '../cart/store.ts'

/** The cart in the bar: number of items and total. `/quiet.js` fills the same places on pages without the framework. */
export function CartLink() {
  const { amount, total } = useCartWords()
  useEffect(followOtherTabs, [])
  return (
    <NavLink to="/cart" className="bar-link bar-icon bar-cart gap-2" aria-label={cartName(amount, total)} data-cart>
      <ShoppingBasket aria-hidden size={24} />
      <span className="tab-amount" data-cart-count>
        {amount}
      </span>
      <span className="hidden tabular-nums sm:inline lg:max-xl:hidden" data-cart-total>
        {total}
      </span>
    </NavLink>
  )
}

/** The same in the bar at the bottom of a phone. */
export function BottomCartLink() {
  const { amount, total } = useCartWords()
  return (
    <NavLink to="/cart" className="bottom-link" aria-label={cartName(amount, total)} data-cart>
      <ShoppingBasket aria-hidden size={24} />
      <span>
        Cart{' '}
        <span className="tab-amount" data-cart-count>
          {amount}
        </span>
      </span>
      <span hidden data-cart-total>
        {total}
      </span>
    </NavLink>
  )
}

function useCartWords() {
  const items = useCart((cart) => cart.items)
  return { amount: cartCount(items), total: kobo(cartTotalKobo(items)) }
}

const cartName = (amount: number, total: string): string => `Cart, ${plural(amount, 'item')}, ${total}`
