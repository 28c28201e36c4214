import type { Api } from '#api/api.ts'
import { readMeasures } from '#api/measures.ts'
import { SHOWN_PRICE } from '#domain/group-buys/shown-price.ts'
import { amountText, kgPerUnit } from '#domain/products/measures.ts'
import { isUuid } from '#domain/validation.ts'
import { CARD, weighed } from './queries.ts'

const SHOP_METRICS = 'rating, rating_count, on_time_rate'
const PAGE =
  `id, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, vendor_location, share_date, kg_per_unit,
  pictures:product_pictures(url), can_be_stockpiled, vendor:vendors!inner(id, owner_id, business_name, location, state, logo_url, metrics:vendor_metrics(${SHOP_METRICS})),
  buys:group_buys(id, ${SHOWN_PRICE}, max_participants, target_quantity, current_quantity, end_date, unit)` as const

/** Further products below a product's page. */
const MORE = 4
/** A product has one or two group buys at a time. */
const MOST_BUYS = 5

/** A product on sale with its shop and the group buys of it that can be joined at `now`, the cheapest first; null for any other. */
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
      .limit(MOST_BUYS, { referencedTable: 'buys' })
      .maybeSingle(),
    readMeasures(api),
  ])
  if (error) throw new Error('The product could not be read', { cause: error })
  if (!data) return null
  const kg = kgPerUnit(data, measures)
  return { ...data, weight: kg === null ? '' : amountText({ ...data, quantity: 1, kg_per_unit: kg }, measures) }
}

export type ProductPageRow = NonNullable<Awaited<ReturnType<typeof readProduct>>>
export type OpenBuy = ProductPageRow['buys'][number]

/** What is left to say of a product that is known and not on sale: its name, and its shop if that is open. */
export async function readProductGone(api: Api, id: string) {
  if (!isUuid(id)) return null
  const { data } = await api.tables.from('products_gone').select('*').eq('id', id).maybeSingle()
  if (!data?.id || !data.name || !data.category) return null
  return { ...data, id: data.id, name: data.name, category: data.category }
}

export type ProductGone = NonNullable<Awaited<ReturnType<typeof readProductGone>>>

interface Beside {
  /** The product on whose page they stand. */
  id: string
  category: string
  /** Null if its shop is not open. */
  vendorId: string | null
  now: string
}

/** What else this shop has in stock, and the like from other shops, the newest first. */
export async function listBeside(api: Api, { id, category, vendorId, now }: Beside) {
  const inStock = () =>
    api.tables
      .from('products')
      .select(CARD)
      .is('archived_at', null)
      .eq('vendor.status', 'active')
      .gt('available_quantity', 0)
      .neq('id', id)
      .eq('buys.status', 'active')
      .gt('buys.end_date', now)
      .order('shown_price', { referencedTable: 'buys' })
      .limit(1, { referencedTable: 'buys' })
      .order('created_at', { ascending: false })
      .order('id')
      .limit(MORE)
  const like = inStock().eq('category', category)
  const [own, similar, measures] = await Promise.all([
    vendorId ? inStock().eq('vendor_id', vendorId) : { data: [] },
    vendorId ? like.neq('vendor_id', vendorId) : like,
    readMeasures(api),
  ])
  return { own: weighed(own.data ?? [], measures), similar: weighed(similar.data ?? [], measures) }
}

/** A product on sale and who sells it; null for any other. */
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

/** How buyers rated the orders that held it: from 1 to 5, null while nobody has. */
export async function readProductRating(api: Api, id: string) {
  const { data, error } = await api.tables
    .from('product_ratings')
    .select('rating, rating_count')
    .eq('product_id', id)
    .maybeSingle()
  if (error) throw new Error('The ratings could not be read', { cause: error })
  return { rating: data?.rating ?? null, count: data?.rating_count ?? 0 }
}
