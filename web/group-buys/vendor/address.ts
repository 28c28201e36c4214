import { choiceParam, pageParam } from '#web/list-page.ts'
import { type BuyGroup, buyGroupNames, narrowBuyGroups } from './buy-groups.ts'

export interface VendorBuyAddress {
  /** Empty means all. */
  group: BuyGroup | ''
  page: number
}

/** The form of a new buy like this one. */
export const repeatPath = (id: string): string => `/vendor/products/buys/new?like=${id}`

const narrowNames = Object.keys(narrowBuyGroups) as (keyof typeof narrowBuyGroups)[]

export function readVendorBuyAddress(params: URLSearchParams): VendorBuyAddress {
  return { group: choiceParam<BuyGroup>(params, 'show', [...buyGroupNames, ...narrowNames]), page: pageParam(params) }
}
