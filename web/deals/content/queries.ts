import type { Api } from '#api/api.ts'
import type { ListedState } from '#domain/content/states.ts'
import type { FeaturedDeal } from '#domain/deals/featured-deal.ts'
import { type ContentFilters, contentPage } from '#web/content/content-page.ts'
import { isId } from '#web/list-page.ts'
import { BUY_TARGET, DEAL_TARGET, PRODUCT_TARGET } from '../deal-target.ts'

const DEAL =
  `id, name, base_price, unit, options, image_url, status, created_at, updated_at, product_id, group_buy_id, starts_at, ends_at, ${DEAL_TARGET}` as const

/** Each with an index that begins with the status. */
export const DEAL_SORTS = { name: 'name', made: 'created_at' }
export const DEAL_ORDER = '-made'

/** Listed or deleted deals that were made on these days, newest first. */
export function listDeals(api: Api, filters: ContentFilters & { status: ListedState }) {
  const query = api.tables.from('featured_deals').select(DEAL, { count: 'exact' }).eq('status', filters.status)
  return contentPage(query, filters, {
    searched: 'name',
    dated: 'created_at',
    sorts: DEAL_SORTS,
    order: DEAL_ORDER,
  })
}

export function readDeal(api: Api, id: string) {
  return api.tables.from('featured_deals').select(DEAL).eq('id', id).maybeSingle()
}

export type Deal = NonNullable<Awaited<ReturnType<typeof readDeal>>['data']>

export function addDeal(api: Api, id: string, deal: FeaturedDeal) {
  return api.tables
    .from('featured_deals')
    .insert({ id, ...wireDeal(deal) })
    .select('id')
}

/** Optimistic concurrency: updates no row if the deal's version has changed. */
export function updateDeal(api: Api, { id, version }: { id: string; version: string }, deal: FeaturedDeal) {
  return api.tables.from('featured_deals').update(wireDeal(deal)).eq('id', id).eq('updated_at', version).select('id')
}

/** The columns of a deal's card, of the product or group buy that it opens. */
export async function readTarget(api: Api, { product_id, group_buy_id }: { product_id: string; group_buy_id: string }) {
  const [product, buy] = await Promise.all([
    isId(product_id)
      ? api.tables.from('products').select(PRODUCT_TARGET).eq('id', product_id).maybeSingle()
      : { data: null },
    isId(group_buy_id)
      ? api.tables.from('group_buys').select(BUY_TARGET).eq('id', group_buy_id).maybeSingle()
      : { data: null },
  ])
  return { product: product.data, group_buy: buy.data }
}

export type DealPreviewTarget = Awaited<ReturnType<typeof readTarget>>

/** Listed deals that open something and have not ended, for the warning about two that open the same. */
export async function listDealsAhead(api: Api) {
  const { data } = await api.tables
    .from('featured_deals')
    .select('id, name, product_id, group_buy_id, starts_at, ends_at, created_at')
    .eq('status', 'active')
    .or('ends_at.is.null,ends_at.gte.now')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(500)
  return data ?? []
}

export type DealAhead = Awaited<ReturnType<typeof listDealsAhead>>[number]

/** Possible targets of a deal: products on sale and open buys, the newest 300 of each. */
export async function listTargets(api: Api) {
  const [products, buys] = await Promise.all([
    api.tables
      .from('products')
      .select('id, name, vendor:vendors(business_name)')
      .is('archived_at', null)
      .order('created_at', { ascending: false })
      .limit(300),
    api.tables
      .from('group_buys')
      .select('id, product_name, end_date')
      .eq('status', 'active')
      .order('end_date')
      .limit(300),
  ])
  return { products: products.data ?? [], buys: buys.data ?? [] }
}

export type Targets = Awaited<ReturnType<typeof listTargets>>

// The column is numeric(14,2): text in the domain, a number in JSON.
const wireDeal = (deal: FeaturedDeal) => ({ ...deal, base_price: Number(deal.base_price) })
