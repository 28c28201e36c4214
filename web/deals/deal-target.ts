import type { FeaturedDealRow } from './queries.ts'

/** A deal's target: where its card leads, who sells, and what one unit costs there now. */
interface DealTarget {
  kind: 'buy' | 'product' | 'nothing'
  to: string | null
  action: string
  place: string | null
  /** Naira. */
  price: number
  /** The end of the buy behind it. */
  endsAt: string | null
}

type Deal = Pick<FeaturedDealRow, 'base_price' | 'unit' | 'product' | 'group_buy'>

/** A removed product and a deal without a target open nothing. An ended buy still opens, to show how it went. */
export function dealTarget({ base_price, unit, product, group_buy: buy }: Deal, now: string): DealTarget {
  if (buy) {
    const open = buy.status === 'active' && Date.parse(buy.end_date) > Date.parse(now)
    // The price now replaces the deal's only if both are for the same unit.
    const falls = open && buy.unit === unit && buy.current_price !== null && buy.current_price < base_price
    return {
      kind: 'buy',
      to: `/group-buys/${buy.id}`,
      action: open ? 'See the group buy' : 'See how it went',
      place: `${buy.vendor.business_name}, ${buy.vendor_location}`,
      price: falls ? buy.current_price : base_price,
      endsAt: buy.end_date,
    }
  }
  if (product?.vendor && !product.archived_at) {
    return {
      kind: 'product',
      to: `/shop/${product.vendor.id}#${product.id}`,
      action: 'See the product',
      place: `${product.vendor.business_name}, ${product.vendor.location}`,
      price: base_price,
      endsAt: null,
    }
  }
  return { kind: 'nothing', to: null, action: '', place: null, price: base_price, endsAt: null }
}
