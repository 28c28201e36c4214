import { offerTexts } from '#domain/orders/offer-fault.ts'
import { bulkQuantityFault } from '#domain/products/bulk-quantity.ts'
import { naira } from '#web/ui/format.ts'
import type { CurrentProduct } from './current-products.ts'
import type { CartItem } from './store.ts'

export interface LineNews {
  /** It cannot be ordered as it is. */
  stops: boolean
  /** The new price to accept, in naira. */
  newPrice: number | null
  texts: string[]
}

/** What has changed since a line was added to the cart; null if nothing has. `today` is 'YYYY-MM-DD' in Lagos. */
export function lineNews(item: CartItem, current: CurrentProduct | undefined, today: string): LineNews | null {
  if (!current) {
    return { stops: true, newPrice: null, texts: [offerTexts.gone] }
  }
  const texts: string[] = []
  const changed = Math.round(current.base_price * 100) !== Math.round(item.price * 100)
  if (changed) {
    texts.push(`Now ${naira(current.base_price)} a ${current.unit}; it was ${naira(item.price)} when you added it.`)
  }
  const stop = whyNot(item.quantity, current, today)
  if (stop) texts.push(stop)
  return texts.length === 0 ? null : { stops: stop !== null, newPrice: changed ? current.base_price : null, texts }
}

function whyNot(quantity: number, product: CurrentProduct, today: string): string | null {
  if (product.share_date !== null && product.share_date < today) return offerTexts.betweenSharingDays
  return bulkQuantityFault(quantity, product)
}
