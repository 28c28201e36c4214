import { choiceParam, pageParam, textParam } from '#web/list-page.ts'

const productShows = ['sold-out', 'no-date'] as const

export interface VendorProductAddress {
  search: string
  /** Empty for all. */
  show: (typeof productShows)[number] | ''
  page: number
  /** Today, 'YYYY-MM-DD' in Lagos: earlier dates have passed. */
  today: string
}

export function readVendorProductAddress(params: URLSearchParams, today: string): VendorProductAddress {
  return {
    search: textParam(params, 'search'),
    show: choiceParam(params, 'show', productShows),
    page: pageParam(params),
    today,
  }
}
