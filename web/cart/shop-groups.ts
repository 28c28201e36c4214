import { nairaToKobo } from '#domain/money.ts'
import type { CurrentProduct } from './current-products.ts'
import type { LineNews } from './line-news.ts'
import type { CartItem } from './store.ts'

export interface ShownLine {
  item: CartItem
  /** The product as it is today; undefined until it was read, and where it is no longer sold. */
  product: CurrentProduct | undefined
  news: LineNews | null
  /** Its place in the cart. */
  at: number
}

export interface ShopGroup {
  /** Empty for lines of which no shop is known. */
  vendorId: string
  /** "Mama Sade Foodstuff, Lagos" */
  name: string
  lines: ShownLine[]
  /** 'YYYY-MM-DD' if all lines are shared on one day. */
  shareDate: string | null
  goodsKobo: bigint
}

/** The cart's lines by shop, in the order of each shop's first line: what goods of one shop cost and when they are shared out is said once. */
export function shopGroups(lines: readonly ShownLine[]): ShopGroup[] {
  const groups = new Map<string, ShownLine[]>()
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
      shareDate: days.size === 1 ? ([...days][0] ?? null) : null,
      goodsKobo: own.reduce((sum, { item }) => sum + nairaToKobo(item.price) * BigInt(item.quantity), 0n),
    }
  })
}
