// On pages of the cart that sleep: wakes the framework where this browser knows of goods that the server does not, which it alone can show.
{
  const CART_KEY = 'cart-storage'
  const reader = document.documentElement.dataset.reader

  addEventListener('storage', ({ key }) => key === CART_KEY && wake())
  // The browser's memory of the page is older than the cart.
  addEventListener('pageshow', ({ persisted }) => persisted && wake())
  if (isInStep()) for (const place of document.querySelectorAll('[data-empty-cart]')) place.hidden = false
  else wake()

  /** Whether all that this browser keeps is the account's too, as it knew it last (account-record.ts); a visitor's is in its cookie. */
  function isInStep() {
    const here = kept(CART_KEY)?.state?.items ?? []
    const record = kept('cart-account')
    if (reader && kept('cart-unsent')?.owner === reader) return false
    if (!record) return here.length === 0
    const theirs = Object.entries(record.base ?? {}).map(([id, text]) => `${id} ${text}`)
    const ours = here.map(({ productId, quantity, price }) => `${productId} ${quantity}.${Math.round(price * 100)}`)
    return record.owner === reader && String(theirs.sort()) === String(ours.sort())
  }

  function kept(key) {
    try {
      return JSON.parse(localStorage.getItem(key))
    } catch {
      return null
    }
  }

  function wake() {
    dispatchEvent(new Event('hydrate'))
  }
}
