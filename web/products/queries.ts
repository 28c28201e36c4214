import type { Api } from '#api/api.ts'
import { readMeasures } from '#api/measures.ts'
import { searchProducts } from '#api/search.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { ROOM_COLUMNS } from '#domain/group-buys/participants/cheaper-buy.ts'
import { SHOWN_PRICE_COLUMNS } from '#domain/group-buys/price/shown-price.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { CATEGORIES } from '#domain/products/categories.ts'
import { amountText, kgPerUnit, type Measure, type WeighedProduct } from '#domain/products/measures.ts'
import { productSort } from '#domain/products/sorts.ts'
import { countUnits } from '#domain/products/units.ts'
import { weightRangeText } from '#domain/products/weights/weight-range.ts'
import { laterPause } from '#domain/vendors/shop-pause.ts'
import { NEAR_FIRST, NEAR_SHOP, NEAR_STATE } from '#web/places/area/near-first.ts'
import type { ProductAddress } from './address.ts'

export const CARD =
  `id, name, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, vendor_location, share_date, paused_until, kg_per_unit, least_kg_per_unit, most_kg_per_unit,
  vendor:vendors!inner(id, business_name, state, paused_until), buys:group_buys(id, ${SHOWN_PRICE_COLUMNS}, ${ROOM_COLUMNS}, paid_participants, end_date)` as const

type ProductList = Awaited<ReturnType<typeof listProducts>>
export type ProductCardRow = ProductList['products'][number]

interface ProductListContext {
  now: string
  /** The state whose shops come first; null for none. */
  nearState: string | null
}

/** One page of products on sale, or the server's message if it cannot be read. */
export async function listProducts(api: Api, address: ProductAddress, at: ProductListContext) {
  const [listed, measures] = await Promise.all([
    address.search ? listFound(api, address, at) : listAll(api, address, at),
    readMeasures(api),
  ])
  return { ...listed, products: withWeightText(listed.products, measures) }
}

async function listAll(api: Api, address: ProductAddress, { now, nearState }: ProductListContext) {
  const sort = productSort(address.sort)
  const from = (address.page - 1) * PAGE_SIZE
  const { category, vendor, place, share_date: share } = searchFilters(address)
  let query = onSale(api, now, { count: 'exact', nearState })
  if (category) query = query.eq('category', category)
  if (vendor) query = query.eq('vendor_id', vendor)
  if (place) query = query.eq('vendor_location', place)
  if (share) query = query.eq('share_date', share)
  const { data, count, error, status } = await query
    .order(sort.column, { ascending: sort.ascending })
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
  if (status === 416) return { products: [], count: 0, error: null }
  return { products: data ?? [], count: count ?? 0, error: error?.message ?? null }
}

async function listFound(api: Api, address: ProductAddress, { now, nearState }: ProductListContext) {
  const { search: q, page } = address
  const sort = productSort(address.sort).key
  const searchInput = { q, sort, ...searchFilters(address), ...(nearState && { near_state: nearState }) }
  const { ids, total, error } = await searchProducts(api, {
    ...searchInput,
    skip: (page - 1) * PAGE_SIZE,
    most: PAGE_SIZE,
  })
  // Each row contains the total count, so past the last page the first row is requested for it.
  if (ids.length === 0 && page > 1 && error === null)
    return { products: [], count: (await searchProducts(api, { ...searchInput, skip: 0, most: 1 })).total, error }
  if (ids.length === 0) return { products: [], count: 0, error }
  const { data, error: unread } = await onSale(api, now).in('id', ids)
  const products = (data ?? []).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  return { products, count: total, error: unread?.message ?? null }
}

/** The requested filters that exist: an unknown category or shop filters nothing. */
const searchFilters = ({ category, vendor, location, share }: ProductAddress) => ({
  ...(CATEGORIES.some((known) => known === category) && { category }),
  ...(isUuid(vendor) && { vendor }),
  ...(location && { place: location }),
  ...(share && { share_date: share }),
})

/** Products visitors can buy, each with its open buys, the cheapest first. */
function onSale(
  api: Api,
  now: string,
  { count, nearState = null }: { count?: 'exact'; nearState?: string | null } = {},
) {
  const columns = (nearState ? `${CARD}, ${NEAR_SHOP}` : CARD) as typeof CARD
  const query = api.tables
    .from('products')
    .select(columns, count && { count })
    .is('archived_at', null)
    .eq('vendor.status', 'active')
    .eq('buys.status', 'active')
    .gt('buys.end_date', now)
    .order('shown_price', { referencedTable: 'buys' })
    .limit(MAX_CARD_BUYS, { referencedTable: 'buys' })
  return nearState ? query.eq(NEAR_STATE, nearState).order(NEAR_FIRST, { nullsFirst: false }) : query
}

/** A product has one or two open group buys at a time; the second leads while the first is full. */
export const MAX_CARD_BUYS = 2

/** One shop's newest products and their total count. Browse Deals lists the rest. */
export async function listShopProducts(api: Api, vendorId: string, now: string) {
  const [{ data, count, error }, measures] = await Promise.all([
    onSale(api, now, { count: 'exact' })
      .eq('vendor_id', vendorId)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(PAGE_SIZE),
    readMeasures(api),
  ])
  return { products: withWeightText(data ?? [], measures), count: count ?? 0, error: error?.message ?? null }
}

type Weighable = WeighedProduct & {
  kg_per_unit: number | null
  least_kg_per_unit: number | null
  most_kg_per_unit: number | null
  paused_until: string | null
  vendor: { paused_until: string | null }
}

/** Adds the weight of one unit, "1 bag, about 50 kg, about 56 dericas", empty if unknown; and a pause of its shop. */
export function withWeightText<Row extends Weighable>(rows: readonly Row[], measures: readonly Measure[]) {
  return rows.map((row) => {
    const kg = kgPerUnit(row, measures)
    const range = weightRangeText(row)
    const weight = range
      ? `${countUnits(1, row.unit)}, about ${range}`
      : kg === null
        ? ''
        : amountText({ ...row, quantity: 1, kg_per_unit: kg }, measures)
    const { paused_until: pause, ...vendor } = row.vendor
    // The text is all that cards show of the weights.
    const { kg_per_unit, least_kg_per_unit, most_kg_per_unit, ...card } = row
    return { ...card, vendor, weight, paused_until: laterPause(row.paused_until, pause) }
  })
}

/** Shops, places and sharing days to filter by. */
export async function listProductChoices(api: Api) {
  const [shops, days] = await Promise.all([
    api.tables.from('vendor_choices').select('id, business_name, location').order('business_name'),
    api.tables.from('share_date_choices').select('share_date').order('share_date'),
  ])
  const vendors = shops.data ?? []
  return {
    vendors,
    locations: [...new Set(vendors.map(({ location }) => location))].filter(Boolean).sort(),
    shareDates: (days.data ?? []).flatMap(({ share_date }) => share_date ?? []),
  }
}
