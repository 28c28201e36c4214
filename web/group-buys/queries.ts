import type { Api } from '#api/api.ts'
import { readSearchWords, SEARCH_ENTRY, SEARCH_ENTRY_WORDS } from '#api/search.ts'
import { readUnitsLeft } from '#api/units-left.ts'
import { SHOWN_PRICE_COLUMNS } from '#domain/group-buys/price/shown-price.ts'
import { groupBuySort } from '#domain/group-buys/sorts.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { CATEGORIES } from '#domain/products/categories.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { NEAR_FIRST, NEAR_SHOP, NEAR_STATE } from '#web/places/area/near-first.ts'
import type { BuyAddress } from './address.ts'
import { mostToPay } from './prices/what-you-pay.ts'

const CARD =
  `id, product_name, category, unit, image_url, vendor_location, min_quantity, max_quantity, base_price, price_tiers, current_price,
  share_date, payment_due_at, starts_at, end_date, status, target_quantity, current_quantity, min_participants, max_participants, top_up_at,
  current_participants, paid_participants, offered_units, offered_people, buyer_fee_bps, vendor_id, vendor:vendors!inner(id, business_name, state)` as const

const LIST_COLUMNS = `${CARD}, locked_participants, product:products!inner(id)` as const

type ListedBuys = Awaited<ReturnType<typeof listActiveGroupBuys>>
export type BuyCardRow = ListedBuys['buys'][number]

interface BuyListContext {
  now: string
  /** The state whose shops come first; null for none. */
  nearState: string | null
}

/** One page of open buys: active, before their end, with a product and numeric quantities. */
export async function listActiveGroupBuys(api: Api, address: BuyAddress, { now, nearState }: BuyListContext) {
  const sort = groupBuySort(address.sort)
  const from = (address.page - 1) * PAGE_SIZE
  const { words, error: unread } = address.search
    ? await readSearchWords(api, address.search, 'group_buy')
    : { words: '', error: null }
  if (words === null) return { buys: [], count: 0, error: unread ? errorTexts.groupBuysNotFetched : null }
  let query = api.tables
    .from('group_buys')
    .select(
      [LIST_COLUMNS, ...(words ? [SEARCH_ENTRY] : []), ...(nearState ? [NEAR_SHOP] : [])].join() as typeof LIST_COLUMNS,
      { count: 'exact' },
    )
    .eq('status', 'active')
    .gt('end_date', now)
  if (words) query = query.textSearch(SEARCH_ENTRY_WORDS, words, { config: 'simple' })
  if (CATEGORIES.some((category) => category === address.category)) query = query.eq('category', address.category)
  if (address.vendor) query = query.eq('vendor_id', address.vendor)
  if (address.location) query = query.eq('vendor_location', address.location)
  if (nearState) query = query.eq(NEAR_STATE, nearState).order(NEAR_FIRST, { nullsFirst: false })
  const { data, count, error, status } = await query
    .order(sort.column, { ascending: sort.ascending })
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
  // A page past the last one is empty, not an error.
  if (status === 416) return { buys: [], count: 0, error: null }
  const buys = (data ?? []).map(withMost)
  return { buys, count: count ?? 0, error: error ? errorTexts.groupBuysNotFetched : null }
}

const withMost = <Row extends Parameters<typeof mostToPay>[0]>(buy: Row) => ({
  ...buy,
  at_most_kobo: Number(mostToPay(buy, { adding: 1, parts: [] }).amountDueKobo),
})

const MAX_OTHER_BUYS = 3

/** A few other open buys of the same shop, those that close first. */
export async function listOtherBuys(
  api: Api,
  { id, vendor_id }: { id: string; vendor_id: string },
  now: string,
): Promise<BuyCardRow[]> {
  const { data } = await api.tables
    .from('group_buys')
    .select(LIST_COLUMNS)
    .eq('vendor_id', vendor_id)
    .eq('status', 'active')
    .gt('end_date', now)
    .neq('id', id)
    .order('end_date')
    .order('id')
    .limit(MAX_OTHER_BUYS)
  return (data ?? []).map(withMost)
}

/** Shops and locations to filter by, in alphabetical order. */
export async function listBuyChoices(api: Api) {
  const { data } = await api.tables.from('vendor_choices').select('id, business_name, location').order('business_name')
  const vendors = data ?? []
  const locations = [...new Set(vendors.map(({ location }) => location))].filter(Boolean).sort()
  return { vendors, locations }
}

/** A published buy in any state, with its shop; null if there is none. */
export async function readGroupBuy(api: Api, id: string) {
  const { data, error } = await api.tables
    .from('group_buys')
    .select(
      '*, locked_participants, price_vote_until, offered_units, offered_people, waiting_people, flexible_units, vendor:vendors(id, business_name, status, state, closed_days, paused_until, pause_note, metrics:vendor_metrics(rating, rating_count, completed_orders, on_time_rate))',
    )
    .eq('id', id)
    .maybeSingle()
  if (error || !data) {
    // A malformed id finds nothing, like an unknown one.
    return { buy: null, error: error && error.code !== '22P02' ? errorTexts.groupBuysNotFetched : null }
  }
  // A closed shop is hidden, but its former buys are not.
  const vendor = data.vendor as typeof data.vendor | null
  return { buy: { ...data, vendor }, error: null }
}

type ReadBuy = NonNullable<Awaited<ReturnType<typeof readGroupBuy>>['buy']>
/** As a page gets it: the columns of the shop's calendar are rendered on the server. */
export type BuyDetails = Omit<ReadBuy, 'vendor'> & {
  vendor: Omit<NonNullable<ReadBuy['vendor']>, 'closed_days' | 'paused_until' | 'pause_note'> | null
}

/** The first names of the first few participants who consented to be named. */
export async function listBuyNames(api: Api, buyId: string): Promise<string[]> {
  const { data } = await api.tables
    .from('buy_names')
    .select('first_name')
    .eq('group_buy_id', buyId)
    .lte('place', 3)
    .order('place')
  return (data ?? []).flatMap(({ first_name }) => first_name ?? [])
}

/** Whether the viewer consented to be named in this buy. */
export async function readOwnConsent(api: Api, buyId: string, userId: string | null): Promise<boolean> {
  if (!userId) return false
  const { data } = await api.tables
    .from('shown_names')
    .select('id')
    .eq('group_buy_id', buyId)
    .eq('user_id', userId)
    .maybeSingle()
  return data !== null
}

/** The open buy of the same product that closes first. */
export async function findOpenBuyOfProduct(api: Api, productId: string | null, now: string) {
  if (!productId) return null
  const { data } = await api.tables
    .from('group_buys')
    .select(`id, unit, ${SHOWN_PRICE_COLUMNS}` as const)
    .eq('product_id', productId)
    .eq('status', 'active')
    .gt('end_date', now)
    .order('end_date')
    .limit(1)
    .maybeSingle()
  return data
}

/**
 * Whether joining starts a payment period of minutes: for everyone in this buy, or for this viewer after reservations
 * that expired.
 */
export async function isPaidOnJoining(
  api: Api,
  { id, payment_mode: mode }: { id: string; payment_mode: string },
  userId: string | null,
): Promise<boolean> {
  if (mode === 'pay_to_join' || !userId) return mode === 'pay_to_join'
  const { data } = await api.tables.rpc('pays_on_joining', { buy: id }, { get: true })
  return data === true
}

/** One that waits to take over a share is not part of its buy yet. */
const COUNTED = 'status.neq.pending,takes_over_order_id.is.null'

/** The viewer's active orders in these buys, oldest first. */
export async function listOwnParts(api: Api, buyIds: readonly string[], userId: string | null) {
  if (!userId || buyIds.length === 0) return []
  const { data } = await api.tables
    .from('orders')
    .select(PART_COLUMNS)
    .in('group_buy_id', buyIds)
    .eq('user_id', userId)
    .not('status', 'in', '(expired,cancelled)')
    .or(COUNTED)
    .order('created_at')
  return withUnitsLeft(api, data ?? [])
}

/** The same of one buy, with what tells whether they are late. */
export async function listDatedParts(api: Api, buyId: string, userId: string | null) {
  if (!userId) return []
  const { data } = await api.tables
    .from('orders')
    .select(`${PART_COLUMNS}, fulfilment, place:pickup_points(closed_at), hand_overs(status, due_until)`)
    .eq('group_buy_id', buyId)
    .eq('user_id', userId)
    .not('status', 'in', '(expired,cancelled)')
    .or(COUNTED)
    .order('created_at')
    .throwOnError()
  return withUnitsLeft(api, data)
}

const PART_COLUMNS =
  'id, order_no, group_buy_id, quantity, unit_price, ceiling_unit_price, amount_due_kobo, status, hold_expires_at, left_late_at, leave_paid_at'

interface PricedPart {
  id: string
  status: string
  quantity: number
  unit_price: number | null
  ceiling_unit_price: number | null
}

async function withUnitsLeft<Part extends PricedPart>(api: Api, parts: readonly Part[]) {
  const left = await readUnitsLeft(api, parts)
  // An order from a buy has both prices (constraint from_a_buy_or_the_cart).
  return parts.map((part) => ({
    ...part,
    quantity: left.get(part.id) ?? part.quantity,
    unit_price: part.unit_price ?? 0,
    ceiling_unit_price: part.ceiling_unit_price ?? 0,
  }))
}

export type OwnPart = Awaited<ReturnType<typeof listOwnParts>>[number]
export type DatedPart = Awaited<ReturnType<typeof listDatedParts>>[number]

export async function readOwnVendorId(api: Api, userId: string | null): Promise<string | null> {
  if (!userId) return null
  const { data } = await api.tables.from('vendors').select('id').eq('owner_id', userId).maybeSingle()
  return data?.id ?? null
}
