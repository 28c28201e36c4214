import type { Api } from '#api/api.ts'
import type { ProductDraft } from '#domain/catalogue/product-draft.ts'
import type { GroupBuyDraft } from '#domain/group-buys/publishing.ts'
import { likeText, listPage, rowsOf } from '../list-page.ts'
import type { BuyAddress, ProductAddress } from './address.ts'
import { buyGroups } from './buy-words.ts'

/** The viewer's own shop; null when they have none. */
export async function readOwnShop(api: Api, ownerId: string | null) {
  const { data } = await api.tables
    .from('vendors')
    .select('id, business_name, status, state, details:vendor_details(decision_note)')
    .eq('owner_id', ownerId ?? NOBODY)
    .maybeSingle()
  return data
}

export type OwnShop = NonNullable<Awaited<ReturnType<typeof readOwnShop>>>

const NOBODY = '00000000-0000-0000-0000-000000000000'

const PRODUCT =
  `id, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, share_date,
  stockpile_allowed, created_at` as const

/** One page of the shop's products that are not archived, newest first. */
export async function listOwnProducts(api: Api, shopId: string, { search, show, page, today }: ProductAddress) {
  let query = api.tables
    .from('products')
    .select(PRODUCT, { count: 'exact' })
    .eq('vendor_id', shopId)
    .is('archived_at', null)
  if (search) query = query.ilike('name', likeText(search))
  if (show === 'sold-out') query = query.eq('available_quantity', 0)
  if (show === 'no-date') query = query.or(`share_date.is.null,share_date.lt.${today}`)
  return listPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(page)),
  )
}

export type OwnProduct = Awaited<ReturnType<typeof listOwnProducts>>['rows'][number]

export async function readOwnProduct(api: Api, shopId: string, id: string) {
  const query = api.tables.from('products').select(PRODUCT).eq('vendor_id', shopId).is('archived_at', null)
  return (await query.eq('id', id).maybeSingle()).data
}

/** `vendor_id` is the caller's shop whatever is sent: a trigger sets it, or says "Vendor profile not found". */
export function addProduct(api: Api, id: string, draft: ProductDraft) {
  // The wire takes a price as number; the columns that the trigger fills stay out, which the row's type does not know.
  const row = { id, ...draft, base_price: Number(draft.base_price) }
  return api.tables
    .from('products')
    .insert(row as never)
    .select('id')
}

export function changeProduct(api: Api, id: string, draft: ProductDraft) {
  return api.tables
    .from('products')
    .update({ ...draft, base_price: Number(draft.base_price) })
    .eq('id', id)
    .select('id')
}

/** Archives it; 409 with a text while group buys or orders run. */
export function removeProduct(api: Api, id: string) {
  return api.tables.from('products').delete().eq('id', id)
}

/** What a group buy can be made of: the shop's products by name, the first 500. */
export async function listProductChoices(api: Api, shopId: string) {
  const { data } = await api.tables
    .from('products')
    .select('id, name, base_price, unit, min_quantity, available_quantity, share_date')
    .eq('vendor_id', shopId)
    .is('archived_at', null)
    .order('name')
    .limit(500)
  return data ?? []
}

export type ProductChoice = Awaited<ReturnType<typeof listProductChoices>>[number]

const LISTED_BUY =
  `id, product_name, unit, status, base_price, current_price, final_price, end_date, share_date, payment_due_at, target_quantity,
  current_quantity, min_participants, max_participants, current_participants, paid_participants` as const

/** One page of the shop's group buys in every state, the latest end first. */
export async function listOwnBuys(api: Api, shopId: string, { group, page }: BuyAddress) {
  let query = api.tables.from('group_buys').select(LISTED_BUY, { count: 'exact' }).eq('vendor_id', shopId)
  if (group) query = query.in('status', [...buyGroups[group].statuses])
  return listPage(
    await query
      .order('end_date', { ascending: false })
      .order('id')
      .range(...rowsOf(page)),
  )
}

export type ListedBuy = Awaited<ReturnType<typeof listOwnBuys>>['rows'][number]

export async function readOwnBuy(api: Api, shopId: string, id: string) {
  const query = api.tables.from('group_buys').select('*').eq('vendor_id', shopId)
  return (await query.eq('id', id).maybeSingle()).data
}

export type OwnBuy = NonNullable<Awaited<ReturnType<typeof readOwnBuy>>>

export type BuyStatus = 'draft' | 'active'

export function addBuy(api: Api, id: string, draft: GroupBuyDraft & { status: BuyStatus }) {
  // The copies of the product's facts are written by a trigger, which the row's type does not know.
  const row = { id, ...draft }
  return api.tables
    .from('group_buys')
    .insert(row as never)
    .select('id')
}

/** A draft's product stays: it is the one fact that cannot be changed. */
export function changeBuy(
  api: Api,
  id: string,
  { product_id: _, ...draft }: GroupBuyDraft & { status: BuyStatus | 'cancelled' },
) {
  return api.tables.from('group_buys').update(draft).eq('id', id).select('id')
}

export function discardDraft(api: Api, id: string) {
  return api.tables.from('group_buys').update({ status: 'cancelled' }).eq('id', id).eq('status', 'draft').select('id')
}
