import type { Api } from '#api/api.ts'
import type { GroupBuyDraft } from '#domain/group-buys/publishing.ts'
import { countWhoHadJoined } from '#domain/group-buys/who-had-joined.ts'
import { readAllRows } from '#web/every-row.ts'
import { isId, likeText, listPage, rowsOf } from '#web/list-page.ts'
import type { BuyAddress } from './address.ts'
import { buyGroup } from './buy-groups.ts'

const CHOICES_SHOWN = 100

/**
 * Products a group buy can be made from: the shop's first hundred by name that match what is looked for, and the one that is
 * chosen already. `more` says that there are others to look for.
 */
export async function listProductChoices(api: Api, shopId: string, given: { find: string; chosen: string }) {
  let query = ownProducts(api, shopId)
  if (given.find) query = query.ilike('name', likeText(given.find))
  const [{ data }, chosen] = await Promise.all([
    query
      .order('name')
      .order('id')
      .limit(CHOICES_SHOWN + 1),
    readProductChoice(api, shopId, given.chosen),
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

const LISTED_BUY =
  `id, product_name, unit, status, base_price, price_tiers, current_price, final_price, locked_participants, end_date, share_date, payment_due_at, target_quantity,
  current_quantity, min_participants, max_participants, current_participants, paid_participants` as const

/** One page of the shop's group buys in every state, newest first: what was just saved is on top. */
export async function listOwnBuys(api: Api, shopId: string, { group, page }: BuyAddress) {
  let query = api.tables.from('group_buys').select(LISTED_BUY, { count: 'exact' }).eq('vendor_id', shopId)
  if (group) query = query.in('status', buyGroup(group).statuses)
  if (group === 'settling') query = query.gt('paid_participants', 0)
  return listPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(page)),
  )
}

export type ListedBuy = Awaited<ReturnType<typeof listOwnBuys>>['rows'][number]

export async function readOwnBuy(api: Api, shopId: string, id: string) {
  const query = api.tables.from('group_buys').select('*').eq('vendor_id', shopId)
  return (await query.eq('id', id).maybeSingle()).data
}

/** People who had a place in a buy that was called off: those who had left before are not among them. */
export async function countPeopleWhoHadJoined(api: Api, buyId: string): Promise<number> {
  const { rows } = await readAllRows((from, to) =>
    api.tables.from('orders').select('user_id, end_reason').eq('group_buy_id', buyId).order('id').range(from, to),
  )
  return countWhoHadJoined(rows)
}

export type OwnBuy = NonNullable<Awaited<ReturnType<typeof readOwnBuy>>>

type BuyStatus = 'draft' | 'active'

/** Terms hold from the first person on; the database refuses changes after that too. */
export const mayChangeTerms = ({
  status,
  current_participants: people,
}: Pick<OwnBuy, 'status' | 'current_participants'>) => status === 'draft' || (status === 'active' && people === 0)

export function addBuy(api: Api, id: string, draft: GroupBuyDraft & { status: BuyStatus }) {
  return api.tables
    .from('group_buys')
    .insert({ id, ...draft })
    .select('id')
}

/** The product is the only thing that cannot be changed. Writes nothing if it is no longer in this state and of this version. */
export function changeBuy(
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
