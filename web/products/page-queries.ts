import type { Api } from '#api/api.ts'
import { readMeasures } from '#api/measures.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { ROOM_COLUMNS } from '#domain/group-buys/participants/cheaper-buy.ts'
import { SHOWN_PRICE_COLUMNS } from '#domain/group-buys/price/shown-price.ts'
import { amountText, kgPerUnit } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { weightRangeText } from '#domain/products/weights/weight-range.ts'
import { laterPause } from '#domain/vendors/shop-pause.ts'
import { CARD, MAX_CARD_BUYS, withWeightText } from './queries.ts'

const SHOP_METRICS = 'rating, rating_count, on_time_rate'
const PAGE =
  `id, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, vendor_location, share_date, paused_until, kg_per_unit, least_kg_per_unit, most_kg_per_unit,
  pictures:product_pictures(url), can_be_stockpiled, vendor:vendors!inner(id, owner_id, business_name, location, state, logo_url, closed_days, paused_until, pause_note, metrics:vendor_metrics(${SHOP_METRICS})),
  buys:group_buys(id, ${SHOWN_PRICE_COLUMNS}, ${ROOM_COLUMNS}, paid_participants, end_date, unit)` as const

/** Number of related products. */
const MAX_RELATED = 4
/** A product has one or two open group buys at a time. */
const MAX_BUYS = 5

/** A product on sale with its shop and its open group buys at `now`, the cheapest first; null for any other. */
export async function readProduct(api: Api, id: string, now: string) {
  if (!isUuid(id)) return null
  const [{ data, error }, measures] = await Promise.all([
    api.tables
      .from('products')
      .select(PAGE)
      .eq('id', id)
      .is('archived_at', null)
      .eq('vendor.status', 'active')
      .eq('buys.status', 'active')
      .gt('buys.end_date', now)
      .order('shown_price', { referencedTable: 'buys' })
      .order('position', { referencedTable: 'pictures' })
      .order('created_at', { referencedTable: 'pictures' })
      .limit(MAX_BUYS, { referencedTable: 'buys' })
      .maybeSingle(),
    readMeasures(api),
  ])
  if (error) throw new Error('The product could not be read', { cause: error })
  if (!data) return null
  const kg = kgPerUnit(data, measures)
  const range = weightRangeText(data)
  const pause = laterPause(data.paused_until, data.vendor.paused_until)
  return {
    ...data,
    paused_until: pause,
    weight: range
      ? `${countUnits(1, data.unit)}, about ${range}`
      : kg === null
        ? ''
        : amountText({ ...data, quantity: 1, kg_per_unit: kg }, measures),
  }
}

type ReadProduct = NonNullable<Awaited<ReturnType<typeof readProduct>>>
/** As a page gets it: the columns of the shop's calendar are rendered on the server. */
export type ProductPageRow = Omit<ReadProduct, 'vendor'> & {
  vendor: Omit<ReadProduct['vendor'], 'closed_days' | 'paused_until' | 'pause_note'>
}
export type ProductOpenBuy = ProductPageRow['buys'][number]

/** Name and open shop of an existing product that is not on sale. */
export async function readUnavailableProduct(api: Api, id: string) {
  if (!isUuid(id)) return null
  const { data } = await api.tables.from('products_off_sale').select('*').eq('id', id).maybeSingle()
  if (!data?.id || !data.name || !data.category) return null
  return { ...data, id: data.id, name: data.name, category: data.category }
}

export type UnavailableProduct = NonNullable<Awaited<ReturnType<typeof readUnavailableProduct>>>

interface RelatedProductsQuery {
  /** The product whose page they are on. */
  id: string
  category: string
  /** Null if its shop is not open. */
  vendorId: string | null
  now: string
}

/** Further products in stock from this shop, and similar ones from other shops, newest first. */
export async function listRelatedProducts(api: Api, { id, category, vendorId, now }: RelatedProductsQuery) {
  const inStock = () =>
    api.tables
      .from('products')
      .select(CARD)
      .is('archived_at', null)
      .eq('vendor.status', 'active')
      .gt('available_quantity', 0)
      .is('paused_until', null)
      .is('vendor.paused_until', null)
      .neq('id', id)
      .eq('buys.status', 'active')
      .gt('buys.end_date', now)
      .order('shown_price', { referencedTable: 'buys' })
      .limit(MAX_CARD_BUYS, { referencedTable: 'buys' })
      .order('created_at', { ascending: false })
      .order('id')
      .limit(MAX_RELATED)
  const like = inStock().eq('category', category)
  const [own, similar, measures] = await Promise.all([
    vendorId ? inStock().eq('vendor_id', vendorId) : { data: [] },
    vendorId ? like.neq('vendor_id', vendorId) : like,
    readMeasures(api),
  ])
  return { own: withWeightText(own.data ?? [], measures), similar: withWeightText(similar.data ?? [], measures) }
}

/** A product on sale and its vendor; null for any other. */
export async function readProductName(api: Api, id: string) {
  if (!isUuid(id)) return null
  const { data } = await api.tables
    .from('products')
    .select('id, name, vendor:vendors!inner(business_name)')
    .eq('id', id)
    .is('archived_at', null)
    .eq('vendor.status', 'active')
    .maybeSingle()
  return data && { id: data.id, name: data.name, shop: data.vendor.business_name }
}

/** The average rating of orders that contained it, from 1 to 5; null without ratings. */
export async function readProductRating(api: Api, id: string) {
  const { data, error } = await api.tables
    .from('product_ratings')
    .select('rating, rating_count')
    .eq('product_id', id)
    .maybeSingle()
  if (error) throw new Error('The ratings could not be read', { cause: error })
  return { rating: data?.rating ?? null, count: data?.rating_count ?? 0 }
}
