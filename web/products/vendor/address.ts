import { asked, askedOneOf, pageOf } from '#web/list-page.ts'

export const productShows = ['sold-out', 'no-date'] as const

export interface ProductAddress {
  search: string
  /** Empty shows all. */
  show: (typeof productShows)[number] | ''
  page: number
  /** 'YYYY-MM-DD' in Lagos: dates before it have passed. */
  today: string
}

export function readProductAddress(params: URLSearchParams, today: string): ProductAddress {
  return {
    search: asked(params, 'search'),
    show: askedOneOf(params, 'show', productShows),
    page: pageOf(params),
    today,
  }
}
