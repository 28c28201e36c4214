import { askedOneOf, pageOf } from '#web/list-page.ts'
import { type BuyGroup, buyGroupNames, narrowBuyGroups } from './buy-groups.ts'

export interface BuyAddress {
  /** Empty means all. */
  group: BuyGroup | ''
  page: number
}

const narrowNames = Object.keys(narrowBuyGroups) as (keyof typeof narrowBuyGroups)[]

export function readBuyAddress(params: URLSearchParams): BuyAddress {
  return { group: askedOneOf<BuyGroup>(params, 'show', [...buyGroupNames, ...narrowNames]), page: pageOf(params) }
}
