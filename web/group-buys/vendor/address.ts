import { askedOneOf, pageOf } from '#web/list-page.ts'
import { type BuyGroup, buyGroupNames } from '../buy-words.ts'

export interface BuyAddress {
  /** Empty means all. */
  group: BuyGroup | ''
  page: number
}

export function readBuyAddress(params: URLSearchParams): BuyAddress {
  return { group: askedOneOf(params, 'show', buyGroupNames), page: pageOf(params) }
}
