import type { SearchHit } from '#api/search.ts'
import type { Findable } from '#domain/search/findable.ts'
import { count, naira, plural } from '#web/ui/format.ts'

const NOUNS: Record<Findable, [one: string, many: string]> = {
  group_buy: ['group buy', 'group buys'],
  product: ['product', 'products'],
  shop: ['shop', 'shops'],
  post: ['post', 'posts'],
}

export const HEADINGS: Record<Findable, string> = {
  group_buy: 'Group buys',
  product: 'Products',
  shop: 'Shops',
  post: 'Posts',
}

const SUGGESTED: Record<Findable, string> = {
  group_buy: 'Group buy',
  product: 'Product',
  shop: 'Shop',
  post: 'Post',
}

export const suggestedNoun = (kind: Findable): string => SUGGESTED[kind]

interface Counted {
  kind: Findable
  total: number
}

/** "1 group buy, 3 products, 2 shops" */
export const countedKinds = (kinds: readonly Counted[]): string =>
  kinds.map(({ kind, total }) => plural(total, ...NOUNS[kind])).join(', ')

/** "6 found" */
export const found = (kinds: readonly Counted[]): string =>
  `${count(kinds.reduce((sum, { total }) => sum + total, 0))} found`

export const nounOf = (kind: Findable, total: number): string => NOUNS[kind][total === 1 ? 0 : 1]

/** "₦46,800 a bag"; empty for what has no price. */
export const priceText = ({ price, unit }: Pick<SearchHit, 'price' | 'unit'>): string =>
  price === null ? '' : `${naira(price)} a ${unit}`
