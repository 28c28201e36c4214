// Specification 2, Group Buys: "sort by end date, most popular (participants), price ascending, price descending".
// The price is the one shown on cards.

export const groupBuySorts = [
  { key: 'ending', label: /*i18n*/ 'End date', column: 'end_date', ascending: true },
  { key: 'popular', label: /*i18n*/ 'Most popular', column: 'current_participants', ascending: false },
  { key: 'price-up', label: /*i18n*/ 'Price low to high', column: 'shown_price', ascending: true },
  { key: 'price-down', label: /*i18n*/ 'Price high to low', column: 'shown_price', ascending: false },
] as const

export type GroupBuySort = (typeof groupBuySorts)[number]

/** The sort for a key in the URL; the first one if the key is unknown. */
export function groupBuySort(key: string | null | undefined): GroupBuySort {
  return groupBuySorts.find((sort) => sort.key === key) ?? groupBuySorts[0]
}
