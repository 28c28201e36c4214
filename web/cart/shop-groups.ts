import { nairaToKobo } from '#domain/money.ts'
import type { ShopFulfilment } from '#domain/places/shop-fulfilment.ts'
import type { CurrentProduct } from './current-products.ts'
import type { LineChange } from './line-change.ts'
import type { CartItem } from './store.ts'

export interface GroupedLine {
  item: CartItem
  /** The product as currently offered; undefined until read, and if no longer on sale. */
  product: CurrentProduct | undefined
  change: LineChange | null
  /** Index in the cart. */
  at: number
}

export interface ShopGroup {
  /** Empty for lines whose shop is unknown. */
  vendorId: string
  /** "Mama Sade Foodstuff, Lagos" */
  name: string
  lines: GroupedLine[]
  /** 'YYYY-MM-DD' if all lines have the same sharing day. */
  shareDate: string | null
  goodsKobo: bigint
  /** Where and how the shop's goods are received; null for lines whose shop is unknown. */
  ways: ShopFulfilment | null
}

/**
 * The cart's lines grouped by shop, in the order of each shop's first line, with the cost and common sharing day of
 * each group.
 */
export function groupByShop(lines: readonly GroupedLine[]): ShopGroup[] {
  const groups = new Map<string, GroupedLine[]>()
  for (const line of lines) {
    const id = line.product?.vendorId ?? ''
    groups.set(id, [...(groups.get(id) ?? []), line])
  }
  return [...groups].map(([vendorId, own]) => {
    const days = new Set(own.map(({ product }) => product?.share_date ?? null))
    return {
      vendorId,
      lines: own,
      name: own[0]?.product?.shop ?? '',
      ways: own[0]?.product?.ways ?? null,
      shareDate: days.size === 1 ? ([...days][0] ?? null) : null,
      goodsKobo: own.reduce((sum, { item }) => sum + nairaToKobo(item.price) * BigInt(item.quantity), 0n),
    }
  })
}
