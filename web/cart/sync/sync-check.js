// For cart pages whose hydration is deferred: hydrates at once if this browser has items the server has no copy of,
// because only scripts can show them.
{
  const CART_KEY = 'cart-storage'
  const reader = document.documentElement.dataset.reader

  addEventListener('storage', ({ key }) => key === CART_KEY && hydrate())
  // A page restored from the back/forward cache may be older than the cart.
  addEventListener('pageshow', ({ persisted }) => persisted && hydrate())
  if (isInSync()) for (const place of document.querySelectorAll('[data-empty-cart]')) place.hidden = false
  else hydrate()

  /**
   * Whether the stored cart equals the account's last known state (sync-record.ts). A visitor's cart is in the cookie.
   */
  function isInSync() {
    const items = readStored(CART_KEY)?.state?.items ?? []
    const record = readStored('cart-account')
    if (reader && readStored('cart-unsent')?.owner === reader) return false
    if (!record) return items.length === 0
    const accountLines = Object.entries(record.base ?? {}).map(([id, text]) => `${id} ${text}`)
    const localLines = items.map(
      ({ productId, quantity, price }) => `${productId} ${quantity}.${Math.round(price * 100)}`,
    )
    return record.owner === reader && String(accountLines.sort()) === String(localLines.sort())
  }

  function readStored(key) {
    try {
      return JSON.parse(localStorage.getItem(key))
    } catch {
      return null
    }
  }

  function hydrate() {
    dispatchEvent(new Event('hydrate'))
  }
}
