/** Kinds of search results, in display order. */
export const SEARCHABLE_KINDS = ['group_buy', 'product', 'shop', 'post'] as const

export type SearchableKind = (typeof SEARCHABLE_KINDS)[number]
