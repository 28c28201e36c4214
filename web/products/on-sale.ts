import { pauseText } from '#domain/products/pauses.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

interface SaleFacts {
  available_quantity: number
  min_quantity: number
  share_date: string | null
  paused_until: string | null
}

/** Why a product cannot be added to the cart today ('YYYY-MM-DD' in Lagos), as a text to translate; null if it can. */
export function unavailableReason(product: SaleFacts, today: string): TranslatableText | null {
  if (product.paused_until) return pauseText(new Date(product.paused_until))
  if (product.share_date && product.share_date < today)
    return /*i18n*/ 'Between sharing days. It comes back when the vendor sets the next one.'
  return product.available_quantity < product.min_quantity ? /*i18n*/ 'Sold out for now' : null
}
