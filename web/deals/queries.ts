import type { Api } from '#api/api.ts'
import { dealKind, dealPriceRange, dealSort } from '#domain/deals/deal-choices.ts'
import { ownFigures } from '#domain/market-figures.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { DealsAddress } from './address.ts'

/** More than content staff ever list at once. */
const MOST_DEALS = 60

const DEAL = `id, name, base_price, unit, options, image_url, product_id, group_buy_id,
  product:products(id, archived_at, vendor:vendors(id, business_name, location)),
  group_buy:group_buys(id, status, end_date, unit, current_price, vendor_location, vendor:vendors(business_name))` as const

/** The listed deals, newest first unless sorted otherwise, or the text shown instead. */
export async function listFeaturedDeals(api: Api, address: DealsAddress) {
  const sort = dealSort(address.sort)
  const kind = dealKind(address.kind)
  const range = dealPriceRange(address.price)
  let query = api.tables.from('featured_deals').select(DEAL).eq('status', 'active')
  if (kind) query = query.not(kind.column, 'is', null)
  if (range) query = query.gte('base_price', range.from)
  if (range?.below) query = query.lt('base_price', range.below)
  const { data, error } = await query.order(sort.column, { ascending: sort.ascending }).order('id').limit(MOST_DEALS)
  if (error) return { deals: [], error: errorTexts.dealsNotFetched }
  if (!Array.isArray(data)) return { deals: [], error: errorTexts.invalidData }
  return { deals: data, error: null }
}

export type FeaturedDealRow = Awaited<ReturnType<typeof listFeaturedDeals>>['deals'][number]

/** The market's own figures; null while they rest on too few orders. */
export async function readOwnFigures(api: Api) {
  const { data } = await api.tables
    .from('market_figures')
    .select('members, settled_orders, average_savings_percent')
    .maybeSingle()
  return ownFigures(data)
}

/** Soft delete: the row stays. A row that row level security hides counts as failed. */
export async function deleteDeal(api: Api, id: string): Promise<DealOutcome> {
  const { data, error } = await api.tables
    .from('featured_deals')
    .update({ status: 'deleted' })
    .eq('id', id)
    .select('id')
  if (error || data.length === 0) return { deal: id, ok: false, text: errorTexts.dealNotDeleted }
  return { deal: id, ok: true, text: 'The deal was deleted. You can restore it at the content desk.' }
}

/** The result of deleting a deal. */
export interface DealOutcome {
  deal: string
  ok: boolean
  text: string
}
