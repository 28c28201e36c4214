interface Bought {
  productId: string
  /** ISO instant of the order. */
  at: string
}

/** Each product once, with its last order and how often it was ordered, latest first. */
export function boughtOnce(bought: readonly Bought[]): { productId: string; lastAt: string; times: number }[] {
  const byProduct = new Map<string, { productId: string; lastAt: string; times: number }>()
  for (const { productId, at } of bought) {
    const known = byProduct.get(productId)
    const lastAt = known && Date.parse(known.lastAt) > Date.parse(at) ? known.lastAt : at
    byProduct.set(productId, { productId, lastAt, times: (known?.times ?? 0) + 1 })
  }
  return [...byProduct.values()].sort((a, b) => Date.parse(b.lastAt) - Date.parse(a.lastAt))
}
