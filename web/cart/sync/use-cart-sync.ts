import { useEffect } from 'react'
import { fetchModule } from '#web/fetch-module.ts'
import { followOtherTabs, useCart } from '../store.ts'
import { CART_COOKIE, RECORD_KEY } from './cart-keys.ts'

/**
 * Synchronises this browser's cart with the server: the cookie from pages without scripts, and the account's cart.
 * Visitors who have neither load neither module.
 */
export function useCartSync(userId: string | null): void {
  useEffect(followOtherTabs, [])
  useEffect(() => {
    let ended = false
    let stop = () => {}
    const hasCookie = new RegExp(`(^|; )${CART_COOKIE}=`).test(document.cookie)
    const hadAccountCart = hasRecord()
    async function join() {
      if (hasCookie) await (await fetchModule(() => import('./import-cookie-cart.ts'))).importCookieCart()
      if (userId === null && !hadAccountCart) return
      const { startCartSync, detachAccountCart } = await fetchModule(() => import('./sync-account-cart.ts'))
      if (ended) return
      detachAccountCart(userId)
      if (userId !== null) stop = startCartSync(userId)
    }
    if (!hasCookie && userId === null && !hadAccountCart) useCart.setState({ isSynced: true })
    else {
      // A module that fails to load is retried with the next page.
      join()
        .catch(() => undefined)
        .finally(() => userId === null && useCart.setState({ isSynced: true }))
    }
    return () => {
      ended = true
      stop()
    }
  }, [userId])
}

function hasRecord(): boolean {
  try {
    return localStorage.getItem(RECORD_KEY) !== null
  } catch {
    return false
  }
}
