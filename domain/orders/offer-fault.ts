// Checks whether a quantity of a product can be ordered. Used in the cart, at checkout and again under the product's
// lock.

import type { RefusalCode } from '#domain/all-refusals.ts'
import { bulkQuantityFault } from '#domain/products/bulk-quantity.ts'
import { pauseText } from '#domain/products/pauses.ts'
import { countUnits } from '#domain/products/units.ts'
import { SHOP_CLOSED, SHOP_STAFF } from '#domain/texts/screens.ts'
import { type TextTemplate, withValues } from '#domain/texts/translatable-text.ts'
import { type ShopPause, shopPauseText } from '#domain/vendors/shop-pause.ts'
import { orderRefusals } from './refusals.ts'

export interface OfferedProduct {
  id: string
  name: string
  vendorId: string
  ownerId: string
  shopIsOpen: boolean
  isArchived: boolean
  basePriceKobo: bigint
  unit: string
  min_quantity: number
  max_quantity: number | null
  available_quantity: number
  /** 'YYYY-MM-DD' in Lagos. */
  shareDate: string | null
  /** When it is for sale again; null if it is not paused. */
  pausedUntil: Date | null
  /** Null if its shop takes orders. */
  shopPause: ShopPause | null
}

export interface Shopper {
  id: string | null
  /** Units by product in the buyer's orders that are not handed over yet: the vendor's maximum is per buyer. */
  held: ReadonlyMap<string, number>
  /** Ids of shops that the buyer works for. */
  serves?: ReadonlySet<string>
}

export type OfferFaultCode = Extract<
  RefusalCode,
  | 'product_not_found'
  | 'shop_closed'
  | 'own_shop'
  | 'share_date_past'
  | 'shop_paused'
  | 'product_paused'
  | 'quantity_below_minimum'
  | 'quantity_above_maximum'
  | 'out_of_stock'
>

interface OfferCheck {
  product: OfferedProduct | undefined
  shopper: Shopper
  today: string
}

/** Null if the quantity can be ordered. */
export function offerFault(
  quantity: number,
  { product, shopper, today }: OfferCheck,
): { code: OfferFaultCode; message: string | TextTemplate } | null {
  if (!product || product.isArchived) return { code: 'product_not_found', message: offerTexts.gone }
  if (product.ownerId === shopper.id) return { code: 'own_shop', message: orderRefusals.forbidden.own_shop }
  if (shopper.serves?.has(product.vendorId)) return { code: 'own_shop', message: SHOP_STAFF }
  if (!product.shopIsOpen) return { code: 'shop_closed', message: SHOP_CLOSED }
  if (product.shareDate !== null && product.shareDate < today) {
    return { code: 'share_date_past', message: offerTexts.betweenSharingDays }
  }
  if (product.shopPause) return { code: 'shop_paused', message: shopPauseText(product.shopPause) }
  if (product.pausedUntil) return { code: 'product_paused', message: pauseText(product.pausedUntil) }
  const message = bulkQuantityFault(quantity, product)
  if (message) return { code: quantityFaultCode(quantity, product), message }
  const held = shopper.held.get(product.id) ?? 0
  if (product.max_quantity !== null && held + quantity > product.max_quantity) {
    return {
      code: 'quantity_above_maximum',
      message: offerTexts.mostWithHeld(countUnits(product.max_quantity, product.unit), held),
    }
  }
  return null
}

function quantityFaultCode(quantity: number, product: OfferedProduct): OfferFaultCode {
  const { min_quantity: least, max_quantity: most, available_quantity: left } = product
  if (left < least) return 'out_of_stock'
  if (quantity < least) return 'quantity_below_minimum'
  return most !== null && quantity > most ? 'quantity_above_maximum' : 'out_of_stock'
}

export const offerTexts = {
  gone: /*i18n*/ 'No longer on sale. Please remove it.',
  betweenSharingDays: /*i18n*/ 'Between sharing days. It comes back when the vendor sets the next one.',
  mostWithHeld: (most: string, held: number): TextTemplate =>
    withValues(/*i18n*/ 'The vendor sells at most {units} to one person, and you have ordered {count} already.', {
      units: most,
      count: held,
    }),
} as const
