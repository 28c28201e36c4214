import { useLingui } from '@lingui/react'
import Package from 'lucide-react/icons/package'
import Search from 'lucide-react/icons/search'
import Users from 'lucide-react/icons/users'
import { NavLink, useLocation } from 'react-router'
import { BottomCartLink } from './cart-link.tsx'

/** The shopper's main links at the bottom of a phone's screen; replaced by a page's own bar (`ActionBar`). */
export function BottomBar() {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  return (
    <nav aria-label={i18n.t('Shop')} className="bottom-bar">
      <NavLink to="/group-buys" className="bottom-link">
        <Users aria-hidden size={24} />
        {i18n.t('Buys')}
      </NavLink>
      <NavLink to="/search" className="bottom-link">
        <Search aria-hidden size={24} />
        {i18n.t('Search')}
      </NavLink>
      <BottomCartLink />
      <NavLink to={ordersAt(pathname)} className="bottom-link">
        <Package aria-hidden size={24} />
        {i18n.t('Orders')}
      </NavLink>
    </nav>
  )
}

/** A customer's orders are at two addresses; the link stays in the current area. */
function ordersAt(pathname: string): string {
  return pathname.startsWith('/customer/') ? '/customer/orders' : '/account/orders'
}
