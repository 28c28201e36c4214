import type { I18n } from '@lingui/core'
import type { SearchHit } from '#api/search.ts'
import type { SearchableKind } from '#domain/search/searchable-kinds.ts'
import { counted } from '#web/languages/counted.ts'
import { count, naira } from '#web/ui/format.ts'

const COUNTED: Record<SearchableKind, { one: string; many: string }> = {
  group_buy: { one: /*i18n*/ '{count} group buy', many: /*i18n*/ '{count} group buys' },
  product: { one: /*i18n*/ '{count} product', many: /*i18n*/ '{count} products' },
  shop: { one: /*i18n*/ '{count} shop', many: /*i18n*/ '{count} shops' },
  post: { one: /*i18n*/ '{count} post', many: /*i18n*/ '{count} posts' },
}

/** Link texts for lists with more hits than shown. */
const ALL: Record<SearchableKind, string> = {
  group_buy: /*i18n*/ 'All {count} group buys',
  product: /*i18n*/ 'All {count} products',
  shop: /*i18n*/ 'All {count} shops',
  post: /*i18n*/ 'All {count} posts',
}

/** Untranslated messages. */
export const HEADINGS: Record<SearchableKind, string> = {
  group_buy: /*i18n*/ 'Group buys',
  product: /*i18n*/ 'Products',
  shop: /*i18n*/ 'Shops',
  post: /*i18n*/ 'Posts',
}

const SUGGESTED: Record<SearchableKind, string> = {
  group_buy: /*i18n*/ 'Group buy',
  product: /*i18n*/ 'Product',
  shop: /*i18n*/ 'Shop',
  post: /*i18n*/ 'Post',
}

export const suggestedNoun = (i18n: I18n, kind: SearchableKind): string => i18n.t(SUGGESTED[kind])

interface KindCount {
  kind: SearchableKind
  total: number
}

/** "1 group buy, 3 products, 2 shops" */
export const kindCountsText = (i18n: I18n, kinds: readonly KindCount[]): string =>
  kinds.map(({ kind, total }) => counted(i18n, total, { ...COUNTED[kind], count: count(total) })).join(', ')

/** The number of hits of all kinds: "1,206" */
export const totalHitsText = (kinds: readonly KindCount[]): string =>
  count(kinds.reduce((sum, { total }) => sum + total, 0))

/** "All 12 products" */
export const allHitsText = (i18n: I18n, { kind, total }: KindCount): string =>
  i18n.t(ALL[kind], { count: count(total) })

/** "₦46,800 a bag"; empty without a price. */
export const priceText = (i18n: I18n, { price, unit }: Pick<SearchHit, 'price' | 'unit'>): string =>
  price === null ? '' : i18n.t('{price} a {unit}', { price: naira(price), unit })
