// Notices of staff to the people of states.
export const REGION_AUDIENCES = ['all', 'open_orders', 'shops'] as const
export type RegionAudience = (typeof REGION_AUDIENCES)[number]

export const regionAudienceLabels: Record<RegionAudience, string> = {
  all: 'Buyers and shops',
  open_orders: 'Buyers with an open order',
  shops: 'Shops',
}

export const MAX_NOTICE_TITLE = 80
export const MAX_NOTICE_LENGTH = 500

/** More recipients need a second person (`public.guard_region_broadcast` has the same number). */
export const ALONE_AT_MOST = 1000
