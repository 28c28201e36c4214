import { browserApi } from '#web/session/browser-api.ts'
import { readCurrentProducts } from '../current-products.ts'
import { add } from '../edit-cart.ts'
import type { CartItem } from '../store.ts'
import { cartCookie, readCookieLines } from './cart-cookie.ts'

/** Moves the cookie's cart into this browser's cart, once. The cookie is kept until its products can be read. */
export async function importCookieCart(): Promise<void> {
  const lines = readCookieLines(document.cookie)
  const products = await readCurrentProducts(
    browserApi(),
    lines.map(({ productId }) => productId),
  )
  // Another tab may have imported it already.
  const left = readCookieLines(document.cookie)
  for (const { productId, quantity, seenKobo } of left) {
    const product = products.get(productId)
    // Products no longer sold have no name and are dropped.
    if (!product) continue
    const { name, unit, image_url: image } = product
    const item: CartItem = { productId, name, price: seenKobo / 100, quantity, unit, image: image ?? '' }
    add(item)
  }
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox on today's phones have no cookieStore.
  document.cookie = cartCookie([], { secure: location.protocol === 'https:' })
}
