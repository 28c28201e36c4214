import { nairaToKobo } from '#domain/money.ts'
import { totalsByVendor } from '#domain/orders/cart-totals.ts'
import { type ShopFulfilment, statesToConfirm } from '#domain/places/shop-fulfilment.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { CurrentProduct } from '../current-products.ts'
import { lineChange } from '../line-change.ts'
import type { CartLineInput } from './checkout-address.ts'

export interface CheckoutLine extends CartLineInput {
  product: CurrentProduct
  /** Current price in kobo. */
  priceKobo: number
  /**
   * Why it cannot be ordered as it is, in English (see `translate`); null if it can. A changed price is shown beside
   * the old one.
   */
  problem: TranslatableText | null
}

export interface CheckoutShop {
  vendorId: string
  name: string
  /** Where and how the goods are received. */
  ways: ShopFulfilment
  lines: CheckoutLine[]
  goodsKobo: number
  feeKobo: number
  totalKobo: number
}

interface PricingContext {
  products: ReadonlyMap<string, CurrentProduct>
  basisPoints: number
  /** 'YYYY-MM-DD' in Lagos. */
  today: string
  /** The state of the buyer's area; null if it is unknown. */
  ownState: string | null
}

/** Today's cost of a cart per shop, by the same rule that charges it, and what blocks the order. */
export function summariseCheckout(
  requested: readonly CartLineInput[],
  { products, basisPoints, today, ownState }: PricingContext,
) {
  const lines = requested.flatMap((line): CheckoutLine[] => {
    const product = products.get(line.productId)
    if (!product) return []
    const item = {
      ...product,
      productId: line.productId,
      price: line.seenKobo / 100,
      quantity: line.quantity,
      image: '',
    }
    const change = lineChange(item, product, today)
    const priceKobo = Number(nairaToKobo(product.base_price))
    return [{ ...line, product, priceKobo, problem: change?.problem ?? null }]
  })
  const totals = totalsByVendor(
    lines.map(({ product, quantity, priceKobo }) => ({
      vendorId: product.vendorId,
      quantity,
      priceKobo: BigInt(priceKobo),
    })),
    basisPoints,
  )
  const shops = totals.flatMap(({ vendorId, goodsKobo, feeKobo, totalKobo }): CheckoutShop[] => {
    const own = lines.filter(({ product }) => product.vendorId === vendorId)
    const figures = { goodsKobo: Number(goodsKobo), feeKobo: Number(feeKobo), totalKobo: Number(totalKobo) }
    return own[0] ? [{ vendorId, name: own[0].product.shop, ways: own[0].product.ways, lines: own, ...figures }] : []
  })
  const missingCount = requested.length - lines.length
  const sum = (figure: 'goodsKobo' | 'feeKobo' | 'totalKobo') => shops.reduce((all, shop) => all + shop[figure], 0)
  return {
    shops,
    lines,
    /** The states that the buyer must confirm before ordering. */
    confirmStates: statesToConfirm(
      shops.map(({ ways }) => ways),
      ownState,
    ),
    missing: missingCount,
    stopped: [...lines.filter(({ problem }) => problem !== null), ...(missingCount > 0 ? ['missing'] : [])],
    repriced: lines.filter(({ priceKobo, seenKobo }) => priceKobo !== seenKobo),
    goodsKobo: sum('goodsKobo'),
    feeKobo: sum('feeKobo'),
    totalKobo: sum('totalKobo'),
  }
}
