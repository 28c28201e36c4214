import type { Api } from '#api/api.ts'
import { readMeasures } from '#api/measures.ts'
import { FOUND, FOUND_WORDS, wantedWords } from '#api/search.ts'
import { PAGE_SIZE } from '#domain/limits.ts'
import { CATEGORIES } from '#domain/products/categories.ts'
import { amountText, kgPerUnit, type Measure, type Weighed } from '#domain/products/measures.ts'
import { productSort } from '#domain/products/sorts.ts'
import { isUuid } from '#domain/validation.ts'
import type { ProductAddress } from './address.ts'

export const CARD =
  `id, name, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, vendor_location, share_date, kg_per_unit,
  vendor:vendors!inner(id, business_name), buys:group_buys(id, current_price)` as const

type Listed = Awaited<ReturnType<typeof listProducts>>
export type ProductCardRow = Listed['products'][number]

/** One page of what is on sale. If it cannot be read, it returns the server's message. */
export async function listProducts(api: Api, address: ProductAddress, now: string) {
  const sort = productSort(address.sort)
  const from = (address.page - 1) * PAGE_SIZE
  const { words, error: unread } = address.search
    ? await wantedWords(api, address.search, 'product')
    : { words: '', error: null }
  if (words === null) return { products: [], count: 0, error: unread }
  let query = api.tables
    .from('products')
    .select((words ? `${CARD}, ${FOUND}` : CARD) as typeof CARD, { count: 'exact' })
    .is('archived_at', null)
    .eq('vendor.status', 'active')
    .eq('buys.status', 'active')
    .gt('buys.end_date', now)
    .order('current_price', { referencedTable: 'buys' })
    .limit(1, { referencedTable: 'buys' })
  if (words) query = query.textSearch(FOUND_WORDS, words, { config: 'simple' })
  if (CATEGORIES.some((category) => category === address.category)) query = query.eq('category', address.category)
  if (isUuid(address.vendor)) query = query.eq('vendor_id', address.vendor)
  if (address.location) query = query.eq('vendor_location', address.location)
  if (address.share) query = query.eq('share_date', address.share)
  const [{ data, count, error, status }, measures] = await Promise.all([
    query
      .order(sort.column, { ascending: sort.ascending })
      .order('id')
      .range(from, from + PAGE_SIZE - 1),
    readMeasures(api),
  ])
  if (status === 416) return { products: [], count: 0, error: null }
  return { products: weighed(data ?? [], measures), count: count ?? 0, error: error?.message ?? null }
}

/** One shop's newest products and the number of all: Browse Deals lists the rest. */
export async function listShopProducts(api: Api, vendorId: string, now: string) {
  const [{ data, count, error }, measures] = await Promise.all([
    api.tables
      .from('products')
      .select(CARD, { count: 'exact' })
      .is('archived_at', null)
      .eq('vendor.status', 'active')
      .eq('vendor_id', vendorId)
      .eq('buys.status', 'active')
      .gt('buys.end_date', now)
      .order('current_price', { referencedTable: 'buys' })
      .limit(1, { referencedTable: 'buys' })
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
