import { nairaToKobo } from '#domain/money.ts'
import { totalsByVendor } from '#domain/orders/cart-totals.ts'
import type { WantedLine } from './checkout-address.ts'
import type { CurrentProduct } from './current-products.ts'
import { lineNews } from './line-news.ts'

export interface CheckoutLine extends WantedLine {
  product: CurrentProduct
  /** Today's. */
  priceKobo: number
  /** Why it cannot be ordered as it is, in English (`told`); null if it can. A new price stands beside the old one. */
  stop: string | null
}

export interface CheckoutShop {
  vendorId: string
  name: string
  lines: CheckoutLine[]
  goodsKobo: number
  feeKobo: number
  totalKobo: number
}

interface Now {
  products: ReadonlyMap<string, CurrentProduct>
  basisPoints: number
  /** 'YYYY-MM-DD' in Lagos. */
  today: string
}

/** What a cart costs today, shop by shop, by the rule that charges it; and what stands in the way. */
export function summaryOf(wanted: readonly WantedLine[], { products, basisPoints, today }: Now) {
  const lines = wanted.flatMap((line): CheckoutLine[] => {
    const product = products.get(line.productId)
    if (!product) return []
    const item = {
      ...product,
      productId: line.productId,
      price: line.seenKobo / 100,
      quantity: line.quantity,
      image: '',
    }
    const news = lineNews(item, product, today)
    const priceKobo = Number(nairaToKobo(product.base_price))
    return [{ ...line, product, priceKobo, stop: news?.stop ?? null }]
  })
  const totals = totalsByVendor(
    lines.map(({ product, quantity, priceKobo }) => ({
      vendorId: product.vendorId,
      quantity,
      priceKobo: BigInt(priceKobo),
    })),
    basisPoints,
  )
  const shops = totals.map(({ vendorId, goodsKobo, feeKobo, totalKobo }): CheckoutShop => {
    const own = lines.filter(({ product }) => product.vendorId === vendorId)
    const figures = { goodsKobo: Number(goodsKobo), feeKobo: Number(feeKobo), totalKobo: Number(totalKobo) }
    return { vendorId, name: own[0]?.product.shop ?? '', lines: own, ...figures }
  })
  const gone = wanted.length - lines.length
  const sum = (figure: 'goodsKobo' | 'feeKobo' | 'totalKobo') => shops.reduce((all, shop) => all + shop[figure], 0)
  return {
    shops,
    lines,
    gone,
    stopped: [...lines.filter(({ stop }) => stop !== null), ...(gone > 0 ? ['gone'] : [])],
    repriced: lines.filter(({ priceKobo, seenKobo }) => priceKobo !== seenKobo),
    goodsKobo: sum('goodsKobo'),
    feeKobo: sum('feeKobo'),
    totalKobo: sum('totalKobo'),
  }
}
