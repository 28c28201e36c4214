import { priceOf } from '#domain/group-buys/shown-price.ts'

/** A deal's target: where its card leads, who sells, and what one unit costs there now. */
interface DealTarget {
  kind: 'buy' | 'product' | 'nothing'
  to: string | null
  /** What opening it does, as a text to be said. */
  action: string
  place: string | null
  /** Naira a unit, now and before any tier: the target's, if there is one. The deal's own price is for cards that open nothing. */
  price: number
  basePrice: number
  unit: string
  /** The end of the buy behind it. */
  endsAt: string | null
}

/** Shops that are closed are not seen, so a target may be without its shop. */
interface Deal {
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

/** What a deal is asked for with, to know its target. */
export const DEAL_TARGET =
  'product:products(id, name, archived_at, base_price, unit, vendor:vendors(id, business_name, location)), group_buy:group_buys(id, product_name, status, end_date, unit, final_price, base_price, price_tiers, current_participants, min_participants, locked_participants, vendor_location, vendor:vendors(business_name))' as const

/** A removed product and a deal without a target open nothing. An ended buy still opens, to show how it went. */
export function dealTarget({ base_price, unit, product, group_buy: buy }: Deal, now: string): DealTarget {
  if (buy) {
    const open = buy.status === 'active' && Date.parse(buy.end_date) > Date.parse(now)
    return {
      kind: 'buy',
      to: `/group-buys/${buy.id}`,
      action: open ? /*i18n*/ 'See the group buy' : /*i18n*/ 'See how it went',
      place: [buy.vendor?.business_name, buy.vendor_location].filter(Boolean).join(', '),
      price: priceOf(buy),
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
      place: `${product.vendor.business_name}, ${product.vendor.location}`,
      price: product.base_price,
      basePrice: product.base_price,
      unit: product.unit,
      endsAt: null,
    }
  }
  const own = { price: base_price, basePrice: base_price, unit }
  return { kind: 'nothing', to: null, action: '', place: null, ...own, endsAt: null }
}
