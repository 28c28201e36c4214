import { useEffect } from 'react'
import { fetchModule } from '#web/fetch-module.ts'
import { CART_COOKIE, RECORD_KEY } from './cart-keys.ts'
import { followOtherTabs, useCart } from './store.ts'

/** Joins this browser's cart with what the server keeps: a cookie from pages without scripts, and the account's cart. Neither is loaded for visitors who have none. */
export function useCartHome(userId: string | null): void {
  useEffect(followOtherTabs, [])
  useEffect(() => {
    let ended = false
    let stop = () => {}
    const hasCookie = new RegExp(`(^|; )${CART_COOKIE}=`).test(document.cookie)
    const wasSomebodys = hasRecord()
    async function join() {
      if (hasCookie) await (await fetchModule(() => import('./cookie-cart.ts'))).takeOverCookie()
      if (userId === null && !wasSomebodys) return
      const { followAccountCart, leaveAccountCart } = await fetchModule(() => import('./account-cart.ts'))
      if (ended) return
      leaveAccountCart(userId)
      if (userId !== null) stop = followAccountCart(userId)
    }
    if (!hasCookie && userId === null && !wasSomebodys) useCart.setState({ settled: true })
    else {
      // What cannot be fetched now is with the next page.
      join()
        .catch(() => undefined)
        .finally(() => userId === null && useCart.setState({ settled: true }))
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
