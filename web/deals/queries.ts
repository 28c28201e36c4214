import type { Api } from '#api/api.ts'
import { dealKind, dealPriceRange, dealSort } from '#domain/deals/deal-choices.ts'
import { ownFigures } from '#domain/figures/market-figures.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { DealsAddress } from './address.ts'
import { DEAL_TARGET, dealTarget } from './deal-target.ts'

/** More than content staff ever list at a time. */
const MAX_DEALS = 60

const DEAL = `id, name, base_price, unit, options, image_url, product_id, group_buy_id, ${DEAL_TARGET}` as const

/** The listed deals, newest first unless sorted otherwise, or the message shown instead. */
export async function listFeaturedDeals(api: Api, address: DealsAddress, now: string) {
  const sort = dealSort(address.sort)
  const byPrice = sort.column === 'base_price'
  const kind = dealKind(address.kind)
  const range = dealPriceRange(address.price)
  // Row-level security says the same to visitors; content staff may read all deals. `now` is the database's own word: a
  // time here would make each request a new shape, whose plan is made again (platform/tables/statements/read-shape.ts).
  let query = api.tables
    .from('featured_deals')
    .select(DEAL)
    .eq('status', 'active')
    .or('starts_at.is.null,starts_at.lte.now')
    .or('ends_at.is.null,ends_at.gte.now')
  if (kind) query = query.not(kind.column, 'is', null)
  const [column, ascending] = byPrice ? (['created_at', false] as const) : [sort.column, sort.ascending]
  const { data, error } = await query.order(column, { ascending }).order('id').limit(MAX_DEALS)
  if (error) return { deals: [], error: errorTexts.dealsNotFetched }
  if (!Array.isArray(data)) return { deals: [], error: errorTexts.invalidData }
  // Filters by the price on the card: a deal with a target costs what its target costs now.
  const priced = data.map((deal) => ({ deal, price: dealTarget(deal, now).price }))
  const within = priced.filter(({ price }) => !range || (price >= range.from && (!range.below || price < range.below)))
  if (byPrice) within.sort((a, b) => (sort.ascending ? a.price - b.price : b.price - a.price))
  return { deals: within.map(({ deal }) => deal), error: null }
}

export type FeaturedDealRow = Awaited<ReturnType<typeof listFeaturedDeals>>['deals'][number]

/** The market's own figures; null while there are too few orders. */
export async function readOwnFigures(api: Api) {
  const { data } = await api.tables
    .from('market_figures')
    .select('members, settled_orders, average_savings_percent')
    .maybeSingle()
  return ownFigures(data)
}

/** Soft deletion: the row is retained. A row hidden by row level security counts as failed. */
export async function deleteDeal(api: Api, id: string): Promise<DealOutcome> {
  const { data, error } = await api.tables
    .from('featured_deals')
    .update({ status: 'deleted' })
    .eq('id', id)
    .select('id')
  if (error || data.length === 0) return { deal: id, ok: false, text: errorTexts.dealNotDeleted }
  return { deal: id, ok: true, text: /*i18n*/ 'The deal was deleted. You can restore it at the content desk.' }
}

/** The outcome of deleting a deal. */
export interface DealOutcome {
  deal: string
  ok: boolean
  text: string
}
