import { offerTexts } from '#domain/orders/offer-fault.ts'
import { bulkQuantityFault } from '#domain/products/bulk-quantity.ts'
import { pauseText } from '#domain/products/pauses.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { CurrentProduct } from './current-products.ts'
import type { CartItem } from './store.ts'

export interface LineChange {
  /** Why it cannot be ordered as it is; null if it can. */
  problem: TranslatableText | null
  /** The new price to accept, in naira. */
  newPrice: number | null
}

/** The changes since a line was added to the cart; null if nothing has. `today` is 'YYYY-MM-DD' in Lagos. */
export function lineChange(item: CartItem, current: CurrentProduct | undefined, today: string): LineChange | null {
  if (!current) return { problem: offerTexts.gone, newPrice: null }
  const changed = Math.round(current.base_price * 100) !== Math.round(item.price * 100)
  const problem = orderProblem(item.quantity, current, today)
  return problem === null && !changed ? null : { problem, newPrice: changed ? current.base_price : null }
}

function orderProblem(quantity: number, product: CurrentProduct, today: string): TranslatableText | null {
  if (product.share_date !== null && product.share_date < today) return offerTexts.betweenSharingDays
  if (product.paused_until) return pauseText(new Date(product.paused_until))
  return bulkQuantityFault(quantity, product)
}
