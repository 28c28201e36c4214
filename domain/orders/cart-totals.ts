// Totals of the cart. Its prices are for display only: checkout reads the current ones.
import { feeKobo } from '#domain/money.ts'

interface CartLine {
  priceKobo: bigint
  quantity: number
  /** All lines of one vendor become one bulk order. */
  vendorId: string
}

interface CartTotals {
  goodsKobo: bigint
  feeKobo: bigint
  totalKobo: bigint
}

interface VendorTotals extends CartTotals {
  vendorId: string
}

/** One row per vendor, in the order of the cart. The fee is rounded down once per order, hence once per vendor. */
export function totalsByVendor(lines: readonly CartLine[], buyerBasisPoints: number): VendorTotals[] {
  const goods = new Map<string, bigint>()
  for (const line of lines) {
    goods.set(line.vendorId, (goods.get(line.vendorId) ?? 0n) + lineGoodsKobo(line))
  }
  return [...goods].map(([vendorId, goodsKobo]) => ({ vendorId, ...withFee(goodsKobo, buyerBasisPoints) }))
}

/** Totals of the whole cart: the sums of its orders, so that page and checkout agree to the kobo. */
export function cartTotals(lines: readonly CartLine[], buyerBasisPoints: number): CartTotals {
  const orders = totalsByVendor(lines, buyerBasisPoints)
  const goodsKobo = orders.reduce((sum, order) => sum + order.goodsKobo, 0n)
  const fee = orders.reduce((sum, order) => sum + order.feeKobo, 0n)
  return { goodsKobo, feeKobo: fee, totalKobo: goodsKobo + fee }
}

function lineGoodsKobo(line: CartLine): bigint {
  return line.priceKobo * BigInt(line.quantity)
}

function withFee(goodsKobo: bigint, buyerBasisPoints: number): CartTotals {
  const fee = feeKobo(goodsKobo, buyerBasisPoints)
  return { goodsKobo, feeKobo: fee, totalKobo: goodsKobo + fee }
}
