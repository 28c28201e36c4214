import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'

/** Where a deal's card links to, the vendor, and the current price of one unit. */
interface DealTarget {
  kind: 'buy' | 'product' | 'nothing'
  to: string | null
  /** The link's label, to be translated. */
  action: string
  place: { city: string; shop: string | null } | null
  /**
   * Naira per unit: the target's current price, before any tier. The deal's own price applies only to cards without a
   * target.
   */
  price: number
  basePrice: number
  unit: string
  /** The end of the target's group buy. */
  endsAt: string | null
}

/** Closed shops are hidden, so a target may lack its shop. */
interface DealRow {
  base_price: number
  unit: string
  product: {
    id: string
    archived_at: string | null
    base_price: number
    unit: string
    vendor: { id: string; business_name: string; location: string } | null
  } | null
  group_buy: {
    id: string
    status: string
    end_date: string
    unit: string
    base_price: number
    price_tiers: string
    current_participants: number
    min_participants: number
    locked_participants: number
    final_price: number | null
    vendor_location: string
    vendor: { business_name: string } | null
  } | null
}

export const PRODUCT_TARGET =
  'id, name, archived_at, base_price, unit, vendor:vendors(id, business_name, location)' as const

export const BUY_TARGET =
  'id, product_name, status, end_date, unit, final_price, base_price, price_tiers, current_participants, min_participants, locked_participants, vendor_location, vendor:vendors(business_name)' as const

/** The columns needed to find a deal's target. */
export const DEAL_TARGET = `product:products(${PRODUCT_TARGET}), group_buy:group_buys(${BUY_TARGET})` as const

/** A removed product and a deal without a target have no link. An ended buy still opens, to show its result. */
export function dealTarget({ base_price, unit, product, group_buy: buy }: DealRow, now: string): DealTarget {
  if (buy) {
    const open = buy.status === 'active' && Date.parse(buy.end_date) > Date.parse(now)
    return {
      kind: 'buy',
      to: `/group-buys/${buy.id}`,
      action: open ? /*i18n*/ 'See the group buy' : /*i18n*/ 'See how it went',
      place: { city: buy.vendor_location, shop: buy.vendor?.business_name ?? null },
      price: buyPriceNaira(buy),
      basePrice: buy.base_price,
      unit: buy.unit,
      endsAt: buy.end_date,
    }
  }
  if (product?.vendor && !product.archived_at) {
    return {
      kind: 'product',
      to: `/products/${product.id}`,
      action: /*i18n*/ 'See the product',
      place: { city: product.vendor.location, shop: product.vendor.business_name },
      price: product.base_price,
      basePrice: product.base_price,
      unit: product.unit,
      endsAt: null,
    }
  }
  const own = { price: base_price, basePrice: base_price, unit }
  return { kind: 'nothing', to: null, action: '', place: null, ...own, endsAt: null }
}
