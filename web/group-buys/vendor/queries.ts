import type { Api } from '#api/api.ts'
import { countFormerParticipants } from '#domain/group-buys/participants/former-participants.ts'
import type { GroupBuyDraft } from '#domain/group-buys/publishing.ts'
import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { isId, likeText, listPage, rowRange } from '#web/list-page.ts'
import { readAllRows } from '#web/lists/read-all-rows.ts'
import { BUY_ORDER, BUY_SORTS, type VendorBuyAddress } from './address.ts'
import { buyGroup } from './buy-groups.ts'

const CHOICES_SHOWN = 100

/**
 * Products for a new group buy: the first hundred matches by name, and the selected one. `more` is true if there are
 * further matches.
 */
export async function listProductChoices(api: Api, shopId: string, options: { find: string; chosen: string }) {
  let query = ownProducts(api, shopId)
  if (options.find) query = query.ilike('name', likeText(options.find))
  const [{ data }, chosen] = await Promise.all([
    query
      .order('name')
      .order('id')
      .limit(CHOICES_SHOWN + 1),
    readProductChoice(api, shopId, options.chosen),
  ])
  const products = (data ?? []).slice(0, CHOICES_SHOWN)
  const isListed = chosen === null || products.some(({ id }) => id === chosen.id)
  return { products: isListed ? products : [chosen, ...products], more: (data ?? []).length > CHOICES_SHOWN }
}

export async function readProductChoice(api: Api, shopId: string, id: string) {
  return isId(id) ? (await ownProducts(api, shopId).eq('id', id).maybeSingle()).data : null
}

const ownProducts = (api: Api, shopId: string) =>
  api.tables
    .from('products')
    .select('id, name, base_price, unit, min_quantity, available_quantity, share_date')
    .eq('vendor_id', shopId)
    .is('archived_at', null)

export type ProductChoice = NonNullable<Awaited<ReturnType<typeof readProductChoice>>>

export function moveSharingDay(api: Api, productId: string, shareDate: string) {
  return api.tables.from('products').update({ share_date: shareDate }).eq('id', productId).select('id')
}

const LISTED_BUY =
  `id, product_id, product_name, unit, status, base_price, price_tiers, current_price, final_price, locked_participants, end_date, share_date, payment_due_at, target_quantity,
  current_quantity, min_participants, max_participants, current_participants, paid_participants, waiting_people, waiting_units, pack_size, pack_unit` as const

/** One page of the shop's group buys in every state, newest first, so that a saved one is on top. */
export async function listOwnBuys(
  api: Api,
  shopId: string,
  { group, page, sort, from, until, size }: VendorBuyAddress & { size?: number },
) {
  let query = api.tables.from('group_buys').select(LISTED_BUY, { count: 'exact' }).eq('vendor_id', shopId)
  if (group) query = query.in('status', buyGroup(group).statuses)
  if (group === 'settling') query = query.gt('paid_participants', 0)
  return listPage(
    await sortedBy(withinDays(query, 'end_date', { from, until }), BUY_SORTS, { sort, fallback: BUY_ORDER })
      .order('id')
      .range(...rowRange(page, size)),
  )
}

/**
 * The buy that closed last and whose product is not in another open buy or draft: the one to open again; null if there
 * is none.
 */
export async function readBuyToRepeat(api: Api, shopId: string) {
  const ofShop = () =>
    api.tables.from('group_buys').select('id, product_id, product_name, end_date').eq('vendor_id', shopId)
  const [closed, current] = await Promise.all([
    ofShop()
      .in('status', ['closed', 'settling', 'confirmed', 'ready', 'completed', 'failed'])
      .order('end_date', { ascending: false })
      .order('id')
      .limit(30),
    ofShop().in('status', ['draft', 'active']).limit(500),
  ])
  const taken = new Set((current.data ?? []).map(({ product_id: id }) => id))
  return (closed.data ?? []).find(({ product_id: id }) => !taken.has(id)) ?? null
}

export type ListedBuy = Awaited<ReturnType<typeof listOwnBuys>>['rows'][number]

export async function readOwnBuy(api: Api, shopId: string, id: string) {
  const query = api.tables
    .from('group_buys')
    .select('*, waiting_people, waiting_units, flexible_units, has_late_promise, price_vote_until')
    .eq('vendor_id', shopId)
  return (await query.eq('id', id).maybeSingle()).data
}

/** Participants of a buy when it was called off; those who had left before are not counted. */
export async function countPeopleWhoHadJoined(api: Api, buyId: string): Promise<number> {
  const { rows } = await readAllRows((from, to) =>
    api.tables.from('orders').select('user_id, end_reason').eq('group_buy_id', buyId).order('id').range(from, to),
  )
  return countFormerParticipants(rows)
}

export type OwnBuy = NonNullable<Awaited<ReturnType<typeof readOwnBuy>>>

type BuyStatus = 'draft' | 'active'

/** Terms can be changed until the first participant joins; the database enforces the same. */
export const canChangeTerms = ({
  status,
  current_participants: people,
}: Pick<OwnBuy, 'status' | 'current_participants'>) => status === 'draft' || (status === 'active' && people === 0)

export function addBuy(api: Api, id: string, draft: GroupBuyDraft & { status: BuyStatus }) {
  return api.tables
    .from('group_buys')
    .insert({ id, ...draft })
    .select('id')
}

/** Every field except the product can be changed. Updates no row if the buy's state or version has changed. */
export function updateBuy(
  api: Api,
  { id, version, from }: { id: string; version: string; from: BuyStatus },
  { product_id: _, ...draft }: GroupBuyDraft & { status: BuyStatus },
) {
  const query = api.tables.from('group_buys').update(draft).eq('id', id).eq('status', from)
  return query.eq('updated_at', version).select('id')
}

export function discardDraft(api: Api, id: string) {
  return api.tables.from('group_buys').update({ status: 'cancelled' }).eq('id', id).eq('status', 'draft').select('id')
}
