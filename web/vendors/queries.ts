import type { Api } from '#api/api.ts'
import { readSearchWords, SEARCH_ENTRY, SEARCH_ENTRY_WORDS } from '#api/search.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { vendorSort } from '#domain/vendors/sorts.ts'
import type { VendorAddress } from './address.ts'

const METRICS =
  'rating, rating_count, completed_orders, total_revenue, average_delivery_time, on_time_rate, cancellation_rate, dispute_rate' as const
const CARD = `id, business_name, description, location, logo_url, metrics:vendor_metrics(${METRICS})` as const
const REVIEWS_SHOWN = 10
/** Number of a product's ratings shown at first, and on request. */
const REVIEWS_OF_PRODUCT = 3
export const ALL_REVIEWS = 100

/** One page of open shops, or the server's message if it cannot be read. */
export async function listVendors(api: Api, address: VendorAddress) {
  const sort = vendorSort(address.sort)
  const from = (address.page - 1) * PAGE_SIZE
  const { words, error: unread } = address.search
    ? await readSearchWords(api, address.search, 'shop')
    : { words: '', error: null }
  if (words === null) return { vendors: [], count: 0, error: unread }
  let query = api.tables
    .from('vendors')
    .select((words ? `${CARD}, ${SEARCH_ENTRY}` : CARD) as typeof CARD, { count: 'exact' })
    .eq('status', 'active')
  if (words) query = query.textSearch(SEARCH_ENTRY_WORDS, words, { config: 'simple' })
  if (address.location) query = query.eq('location', address.location)
  const { data, count, error, status } = await query
    .order(`metrics(${sort.column})`, { ascending: sort.ascending, nullsFirst: false })
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
  // A page past the last one is empty, not an error.
  if (status === 416) return { vendors: [], count: 0, error: null }
  return { vendors: data ?? [], count: count ?? 0, error: error?.message ?? null }
}

export type VendorCardRow = Awaited<ReturnType<typeof listVendors>>['vendors'][number]

/** Locations with an open shop, in alphabetical order. */
export async function listShopLocations(api: Api): Promise<string[]> {
  const { data } = await api.tables.from('vendor_choices').select('location')
  return [...new Set((data ?? []).map(({ location }) => location))].filter(Boolean).sort()
}

/** An open shop with its figures; null for one that is unknown, pending, suspended or rejected. */
export async function readShop(api: Api, id: string) {
  const { data, error } = await api.tables
    .from('vendors')
    .select(
      `id, owner_id, business_name, description, location, logo_url, created_at, opening_hours, closed_days, paused_until, pause_note, holiday_note, metrics:vendor_metrics(${METRICS})`,
    )
    .eq('id', id)
    .eq('status', 'active')
    .maybeSingle()
  // A malformed id finds nothing, like an unknown one.
  if (error && error.code !== '22P02') throw new Error('The shop could not be read', { cause: error })
  return error ? null : data
}

/** As a page gets it: the columns of its calendar are rendered on the server. */
export type OpenShop = Omit<
  NonNullable<Awaited<ReturnType<typeof readShop>>>,
  'opening_hours' | 'closed_days' | 'paused_until' | 'pause_note' | 'holiday_note'
>

/** The newest ratings by buyers, with their comments. */
export async function listReviews(api: Api, vendorId: string) {
  const { data, error } = await api.tables
    .from('reviews')
    .select('id, rating, comment, created_at, reply')
    .eq('vendor_id', vendorId)
    .order('created_at', { ascending: false })
    .limit(REVIEWS_SHOWN)
  return { reviews: data ?? [], error: error?.message ?? null }
}

/** The newest ratings of orders that contained a product. */
export async function listProductReviews(
  api: Api,
  productId: string,
  { most = REVIEWS_OF_PRODUCT }: { most?: number } = {},
) {
  const { data, error } = await api.tables
    .from('reviews')
    .select('id, rating, comment, created_at, reply')
    .contains('product_ids', [productId])
    .order('created_at', { ascending: false })
    .order('id')
    .limit(most)
  return { reviews: data ?? [], error: error?.message ?? null }
}

/** A visible review; null for any other. */
export async function readReview(api: Api, { vendorId, reviewId }: { vendorId: string; reviewId: string }) {
  const { data } = await api.tables
    .from('reviews')
    .select('id, rating, comment')
    .eq('id', reviewId)
    .eq('vendor_id', vendorId)
    .maybeSingle()
  return data
}

export type Review = Awaited<ReturnType<typeof listReviews>>['reviews'][number]

/** An open buy of the shop; null for any other. */
export async function readBuyForPoster(api: Api, vendorId: string, buyId: string) {
  const { data } = await api.tables
    .from('group_buys')
    .select('id, product_name, status, current_participants, paid_participants, terms_version')
    .eq('id', buyId)
    .eq('vendor_id', vendorId)
    .eq('status', 'active')
    .gt('end_date', new Date().toISOString())
    .maybeSingle()
  return data
}
