/** What search finds, in the order in which it is shown. */
export const FINDABLE = ['group_buy', 'product', 'shop', 'post'] as const

export type Findable = (typeof FINDABLE)[number]
