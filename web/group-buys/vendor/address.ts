import { choiceParam, pageParam } from '#web/list-page.ts'
import { type BuyGroup, buyGroupNames, narrowBuyGroups } from './buy-groups.ts'

export interface BuyAddress {
  /** Empty means all. */
  group: BuyGroup | ''
  page: number
}

const narrowNames = Object.keys(narrowBuyGroups) as (keyof typeof narrowBuyGroups)[]

export function readBuyAddress(params: URLSearchParams): BuyAddress {
  return { group: choiceParam<BuyGroup>(params, 'show', [...buyGroupNames, ...narrowNames]), page: pageParam(params) }
}
