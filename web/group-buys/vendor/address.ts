import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { choiceParam } from '#web/list-page.ts'
import { type BuyGroup, buyGroupNames, narrowBuyGroups } from './buy-groups.ts'

export interface VendorBuyAddress {
  /** Empty means all. */
  group: BuyGroup | ''
  page: number
  sort: string
  /** Lagos days on which the window closes. */
  from: string
  until: string
}

/** A shop's own group buys are few enough to sort. */
export const BUY_SORTS = { name: 'product_name', ends: 'end_date', joined: 'current_participants', made: 'created_at' }
export const BUY_ORDER = '-made'

/** The form of a new buy like this one. */
export const repeatPath = (id: string): string => `/vendor/products/buys/new?like=${id}`

export const BUY_FILTERS = {
  from: { ...DAYS.from, label: 'Closes from' },
  until: { ...DAYS.until, label: 'Closes until' },
}

const narrowNames = Object.keys(narrowBuyGroups) as (keyof typeof narrowBuyGroups)[]

export function readVendorBuyAddress(params: URLSearchParams): VendorBuyAddress {
  return {
    group: choiceParam<BuyGroup>(params, 'show', [...buyGroupNames, ...narrowNames]),
    ...readListQuery(params, BUY_FILTERS, BUY_SORTS),
  }
}
