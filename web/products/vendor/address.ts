import { textParam, choiceParam, pageParam } from '#web/list-page.ts'

const productShows = ['sold-out', 'no-date'] as const

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
    search: textParam(params, 'search'),
    show: choiceParam(params, 'show', productShows),
    page: pageParam(params),
    today,
  }
}
