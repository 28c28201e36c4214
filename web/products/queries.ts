import type { Api } from '#api/api.ts'
import { readMeasures } from '#api/measures.ts'
import { searchProducts } from '#api/search.ts'
import { SHOWN_PRICE } from '#domain/group-buys/shown-price.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { CATEGORIES } from '#domain/products/categories.ts'
import { amountText, kgPerUnit, type Measure, type Weighed } from '#domain/products/measures.ts'
import { productSort } from '#domain/products/sorts.ts'
import { isUuid } from '#domain/validation.ts'
import type { ProductAddress } from './address.ts'

export const CARD =
  `id, name, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, vendor_location, share_date, kg_per_unit,
  vendor:vendors!inner(id, business_name), buys:group_buys(id, ${SHOWN_PRICE})` as const

type Listed = Awaited<ReturnType<typeof listProducts>>
export type ProductCardRow = Listed['products'][number]

/** One page of what is on sale. If it cannot be read, it returns the server's message. */
export async function listProducts(api: Api, address: ProductAddress, now: string) {
  const [listed, measures] = await Promise.all([
    address.search ? listFound(api, address, now) : listAll(api, address, now),
    readMeasures(api),
  ])
  return { ...listed, products: weighed(listed.products, measures) }
}

async function listAll(api: Api, address: ProductAddress, now: string) {
  const sort = productSort(address.sort)
  const from = (address.page - 1) * PAGE_SIZE
  const { category, vendor, place, share_date: share } = narrowedBy(address)
  let query = onSale(api, now, { count: 'exact' })
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

async function listFound(api: Api, address: ProductAddress, now: string) {
  const { search: q, page } = address
  const asked = { q, sort: productSort(address.sort).key, ...narrowedBy(address) }
  const { ids, total, error } = await searchProducts(api, { ...asked, skip: (page - 1) * PAGE_SIZE, most: PAGE_SIZE })
  // Each row brings the number of all: past the last one, the first has to be asked for it.
  if (ids.length === 0 && page > 1 && error === null)
    return { products: [], count: (await searchProducts(api, { ...asked, skip: 0, most: 1 })).total, error }
  if (ids.length === 0) return { products: [], count: 0, error }
  const { data, error: unread } = await onSale(api, now).in('id', ids)
  const products = (data ?? []).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  return { products, count: total, error: unread?.message ?? null }
}

/** What is asked for and exists: an unknown category or shop narrows nothing. */
const narrowedBy = ({ category, vendor, location, share }: ProductAddress) => ({
  ...(CATEGORIES.some((known) => known === category) && { category }),
  ...(isUuid(vendor) && { vendor }),
  ...(location && { place: location }),
  ...(share && { share_date: share }),
})

/** What visitors may buy, each with the cheapest buy that is open. */
const onSale = (api: Api, now: string, options: { count?: 'exact' } = {}) =>
  api.tables
    .from('products')
    .select(CARD, options)
    .is('archived_at', null)
    .eq('vendor.status', 'active')
    .eq('buys.status', 'active')
    .gt('buys.end_date', now)
    .order('shown_price', { referencedTable: 'buys' })
    .limit(1, { referencedTable: 'buys' })

/** One shop's newest products and the number of all: Browse Deals lists the rest. */
export async function listShopProducts(api: Api, vendorId: string, now: string) {
  const [{ data, count, error }, measures] = await Promise.all([
    onSale(api, now, { count: 'exact' })
      .eq('vendor_id', vendorId)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(PAGE_SIZE),
    readMeasures(api),
  ])
  return { products: weighed(data ?? [], measures), count: count ?? 0, error: error?.message ?? null }
}

type Weighable = Weighed & { kg_per_unit: number | null }

/** With what one unit weighs, "1 bag, about 50 kg, about 56 dericas"; empty where nobody knows. */
export function weighed<Row extends Weighable>(rows: readonly Row[], measures: readonly Measure[]) {
  return rows.map((row) => {
    const kg = kgPerUnit(row, measures)
    const weight = kg === null ? '' : amountText({ ...row, quantity: 1, kg_per_unit: kg }, measures)
    return { ...row, weight }
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
