import type { Api } from '#api/api.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import type { ProductDraft } from '#domain/products/product-draft.ts'
import { likeText, listPage, rowRange } from '#web/list-page.ts'
import { afterRow, readBatches } from '#web/lists/read-all-rows.ts'

const PRODUCT =
  `id, code, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, drawn_url, share_date,
  stockpile_allowed, can_be_stockpiled, vat_class, kg_per_unit, least_kg_per_unit, most_kg_per_unit, paused_until, created_at, updated_at` as const

interface OwnProductsQuery {
  search: string
  show: '' | 'sold-out' | 'no-date' | 'paused'
  page: number
  /** The archive instead of the list. */
  archived?: boolean
  /** 'YYYY-MM-DD' in Lagos: earlier sharing days have passed. */
  today: string
}

/** All products of the shop that are not archived, newest first, in batches. */
export const readProductBatches = (api: Api, shopId: string) =>
  readBatches<OwnProduct>((last, size) =>
    afterRow(
      api.tables
        .from('products')
        .select(PRODUCT)
        .eq('vendor_id', shopId)
        .is('archived_at', null)
        .order('created_at', { ascending: false })
        .order('id'),
      { at: 'created_at', last, size },
    ),
  )

/** One page of the shop's products, those that are not archived or those that are, newest first. */
export async function listOwnProducts(api: Api, shopId: string, wanted: OwnProductsQuery) {
  const { search, show, page, today, archived = false } = wanted
  const all = api.tables.from('products').select(PRODUCT, { count: 'exact' }).eq('vendor_id', shopId)
  let query = archived ? all.not('archived_at', 'is', null) : all.is('archived_at', null)
  if (search) query = query.ilike('name', likeText(search))
  if (show === 'sold-out') query = query.eq('available_quantity', 0)
  if (show === 'paused') query = query.not('paused_until', 'is', null)
  if (show === 'no-date') query = query.or(`share_date.is.null,share_date.lt.${today}`)
  return listPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type OwnProduct = Awaited<ReturnType<typeof listOwnProducts>>['rows'][number]

/** The product with the addresses of its photographs, the card's first. */
export async function readOwnProduct(api: Api, shopId: string, id: string) {
  const query = api.tables
    .from('products')
    .select(`${PRODUCT}, pictures:product_pictures(url)`)
    .eq('vendor_id', shopId)
    .is('archived_at', null)
    .order('position', { referencedTable: 'pictures' })
    .order('created_at', { referencedTable: 'pictures' })
  return (await query.eq('id', id).maybeSingle()).data
}

/** The same for a copy: a sharing day that is past is left out. */
export async function readProductToCopy(api: Api, shopId: string, { id, today }: { id: string; today: string }) {
  const product = await readOwnProduct(api, shopId, id)
  return product && { ...product, share_date: (product.share_date ?? '') < today ? null : product.share_date }
}

/** A product's values, as the form's fields take them. */
export function productValues(product: OwnProduct): FormValues {
  const { created_at: _, updated_at: __, id: ___, drawn_url, paused_until: _pause, ...fields } = product
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')])),
    image_url: drawn_url ?? '',
    stockpile_allowed: product.stockpile_allowed ? 'on' : '',
  }
}

/** A trigger sets `vendor_id` to the caller's shop regardless of the request, or returns "Vendor profile not found". */
export function addProduct(api: Api, id: string, draft: ProductDraft) {
  return api.tables
    .from('products')
    .insert({ id, ...draft, base_price: Number(draft.base_price) })
    .select('id')
}

/**
 * Optimistic concurrency: updates no row if the product's version has changed. Every sale and every new buy changes it.
 */
export function updateProduct(api: Api, { id, version }: { id: string; version: string }, draft: ProductDraft) {
  return api.tables
    .from('products')
    .update({ ...draft, base_price: Number(draft.base_price) })
    .eq('id', id)
    .eq('updated_at', version)
    .select('id')
}

/** Saves the photographs and their order; those added since the form was opened come after them. */
export function savePictureOrder(api: Api, product: string, { wanted, seen }: { wanted: string[]; seen: string[] }) {
  return api.tables.rpc('arrange_product_pictures', { product, wanted, seen })
}

/** Number of earlier prices that are listed. */
const PRICES_SHOWN = 30

/** The product's prices and who set them, the newest first. */
export async function listOwnPrices(api: Api, productId: string) {
  const { data } = await api.tables
    .from('own_prices')
    .select('day, price, unit, changed_at, came_by_import, changed_by_name')
    .eq('product_id', productId)
    .order('day', { ascending: false })
    .limit(PRICES_SHOWN)
    .throwOnError()
  return data as OwnPrice[]
}

export interface OwnPrice {
  /** 'YYYY-MM-DD' in Lagos. */
  day: string
  /** Naira. */
  price: number
  unit: string
  /** Null for prices from before it was recorded. */
  changed_at: string | null
  came_by_import: boolean
  /** Null if it is not known. */
  changed_by_name: string | null
}
