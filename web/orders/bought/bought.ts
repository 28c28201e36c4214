interface PastPurchase {
  productId: string
  /** ISO time of the order. */
  at: string
}

/** One entry per product, with its last order and the number of orders, latest first. */
export function groupByProduct(
  bought: readonly PastPurchase[],
): { productId: string; lastAt: string; times: number }[] {
  const byProduct = new Map<string, { productId: string; lastAt: string; times: number }>()
  for (const { productId, at } of bought) {
    const known = byProduct.get(productId)
    const lastAt = known && Date.parse(known.lastAt) > Date.parse(at) ? known.lastAt : at
    byProduct.set(productId, { productId, lastAt, times: (known?.times ?? 0) + 1 })
  }
  return [...byProduct.values()].sort((a, b) => Date.parse(b.lastAt) - Date.parse(a.lastAt))
}
