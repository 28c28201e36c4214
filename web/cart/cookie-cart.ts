import { browserApi } from '../session/browser-api.ts'
import { cartCookie, linesOfCookie } from './cart-cookie.ts'
import { readCurrentProducts } from './current-products.ts'
import { type CartItem, useCart } from './store.ts'

/** What was chosen without scripts comes into this browser's cart, once; the cookie stays until the products could be read. */
export async function takeOverCookie(): Promise<void> {
  const lines = linesOfCookie(document.cookie)
  const products = await readCurrentProducts(
    browserApi(),
    lines.map(({ productId }) => productId),
  )
  // Another tab may have been quicker.
  const left = linesOfCookie(document.cookie)
  for (const { productId, quantity, seenKobo } of left) {
    const product = products.get(productId)
    // What is no longer sold has no name any more.
    if (!product) continue
    const { name, unit, image_url: image } = product
    const item: CartItem = { productId, name, price: seenKobo / 100, quantity, unit, image: image ?? '' }
    useCart.getState().add(item)
  }
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox on today's phones have no cookieStore.
  document.cookie = cartCookie([], { secure: location.protocol === 'https:' })
}
