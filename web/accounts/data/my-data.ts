import type { Api } from '#api/api.ts'
import { readAllRows } from '#web/lists/read-all-rows.ts'

/** The columns that a buyer may read of their claims: without the names of the staff who decided them. */
const CLAIM_COLUMNS =
  'id, claim_no, order_id, hand_over_id, reason, preferred_outcome, requested_kobo, status, answer_by, propose_by, decide_by, appeal_by, proposed_outcome, proposed_kobo, proposed_payer, outcome, outcome_kobo, payer, decided_at, appealed_by, ended_at, created_at, updated_at, returned_goods_kobo, lot_id, replace_by, replaced_at, offered_outcome, offered_kobo, offered_at, offer_by, offers' as const

/** All data about a user that row-level security lets them read, under the table and column names of the API. */
export async function readMyData(api: Api, userId: string): Promise<Record<string, unknown>> {
  const { tables } = api
  const own = {
    orders: tables
      .from('orders')
      .select('*, lines:order_lines(*), delivered_to:order_addresses(*)')
      .eq('user_id', userId)
      .order('created_at')
      .order('id'),
    addresses: tables.from('addresses').select('*').eq('user_id', userId).order('created_at').order('id'),
    buyer_areas: tables.from('buyer_areas').select('*').eq('profile_id', userId),
    cart_items: tables.from('cart_items').select('*').eq('profile_id', userId).order('created_at').order('product_id'),
    saved_lists: tables.from('saved_lists').select('*').eq('profile_id', userId).order('created_at').order('id'),
    referrals: tables
      .from('referrals')
      .select('created_at, settled_at')
      .eq('referrer_id', userId)
      .order('created_at')
      .order('id'),
    ...shopData(api, userId),
    ...protectionData(api, userId),
    claims: tables
      .from('claims')
      .select(
        `${CLAIM_COLUMNS}, lines:claim_lines(*), events:claim_events(kind, part, text, created_at), evidence:claim_evidence(part, type, created_at)`,
      )
      .eq('buyer_id', userId)
      .order('created_at')
      .order('id'),
    shown_names: tables
      .from('shown_names')
      .select('group_buy_id, shown_at')
      .eq('user_id', userId)
      .order('shown_at')
      .order('id'),
    reviews: tables.from('my_reviews').select('*').order('created_at').order('id'),
    questions: tables.from('my_questions').select('*').order('asked_at').order('id'),
    contact_messages: tables.from('my_contact_messages').select('*').order('created_at').order('id'),
    conversation_members: tables
      .from('conversation_members')
      .select('*')
      .eq('profile_id', userId)
      .order('conversation_id'),
    notices: tables.from('notices').select('*').order('created_at').order('id'),
    notice_preferences: tables.from('my_notice_preferences').select('*').order('person_id'),
    push_devices: tables.from('my_push_devices').select('*').order('created_at').order('id'),
    text_consents: tables.from('text_consents').select('*').order('given_at').order('id'),
    active_days: tables.from('my_active_days').select('day').order('day'),
    follows: tables.from('follows').select('*').order('created_at').order('id'),
    saved_searches: tables.from('saved_searches').select('words, created_at').order('created_at').order('id'),
    saved_views: tables.from('saved_views').select('list, name, query, created_at').order('created_at').order('id'),
    waiting_lists: tables.from('buy_waits').select('*').eq('person_id', userId).order('created_at').order('id'),
    ...fromShops(api, userId),
    notes_of_staff: tables.from('notes_about_me').select('*').order('created_at'),
    ...companyData(api, userId),
    hand_overs_without_network: tables
      .from('visible_offline_hand_overs')
      .select('order_no, place_name, acted_at, received_at, conflict, settlement, settled_at, is_own, is_by_reader')
      .or('is_own.is.true,is_by_reader.is.true')
      .order('received_at')
      .order('id'),
    messages: tables.from('messages').select('*').eq('sender_id', userId).order('created_at').order('id'),
    ...fromOthers(api, userId),
  }
  const profile = await tables.from('profiles').select('*').eq('id', userId).maybeSingle()
  const lists = await Promise.all(
    Object.entries(own).map(async ([name, query]) => {
      const { rows, failure } = await readAllRows<unknown>((from, to) => query.range(from, to))
      return [name, failure ?? rows]
    }),
  )
  return { profile: profile.data ?? profile.error?.message, ...Object.fromEntries(lists) }
}

const shopData = ({ tables }: Api, userId: string) => ({
  // Filtered by owner, because an administrator can read those of every shop.
  bank_accounts: tables
    .from('bank_accounts')
    .select('bank_name, last_four, account_name, since, ended_at, shop:vendors!inner(business_name)')
    .eq('shop.owner_id', userId)
    .order('since')
    .order('id'),
  payouts: tables
    .from('payouts')
    .select('reference, amount_kobo, status, created_at, arrived_at, shop:vendors!inner(business_name)')
    .eq('shop.owner_id', userId)
    .order('created_at')
    .order('id'),
  price_rises: tables
    .from('price_rises')
    .select(
      'rise_naira, reason, former_base_price, base_price, people, status, asked_at, ended_at, buy:group_buys!inner(id, product_name, shop:vendors!inner(owner_id))',
    )
    .eq('buy.shop.owner_id', userId)
    .order('asked_at')
    .order('id'),
  sent_to_buys: tables
    .from('buy_broadcasts')
    .select(
      'kind, audience, body, end_date, share_date, recipients, created_at, buy:group_buys!inner(id, product_name, shop:vendors!inner(owner_id))',
    )
    .eq('buy.shop.owner_id', userId)
    .order('created_at')
    .order('id'),
  buy_templates: tables
    .from('buy_templates')
    .select('name, group_buy_id, created_at, shop:vendors!inner(business_name)')
    .eq('shop.owner_id', userId)
    .order('created_at')
    .order('id'),
  notes_of_own_shop: tables
    .from('shop_notes')
    .select('order_id, customer_id, text, created_at, shop:vendors!inner(business_name)')
    .eq('shop.owner_id', userId)
    .order('created_at')
    .order('id'),
  vendors: tables.from('vendors').select('*').eq('owner_id', userId),
})

const fromShops = ({ tables }: Api, userId: string) => ({
  notes_of_shops: tables
    .from('shop_notes')
    .select('text, created_at, shop:vendors(business_name)')
    .eq('customer_id', userId)
    .order('created_at')
    .order('id'),
  shop_blocks: tables.from('shop_blocks').select('created_at, shop:vendors(business_name)').order('vendor_id'),
  message_reports: tables
    .from('message_reports')
    .select('text, reason, decision, decision_reason, created_at, decided_at')
    .eq('reporter_id', userId)
    .order('created_at')
    .order('id'),
  notices_of_staff: tables
    .from('my_region_notices')
    .select('title, body, notified_at')
    .order('notified_at')
    .order('title'),
  shop_messages: tables
    .from('buy_broadcast_recipients')
    .select(
      'notified_at, broadcast:buy_broadcasts(kind, body, end_date, share_date, created_at, buy:group_buys(id, product_name))',
    )
    .eq('person_id', userId)
    .order('broadcast_id'),
})

const companyData = ({ tables }: Api, userId: string) => ({
  ajo_memberships: tables
    .from('ajo_members')
    .select(
      '*, circle:ajo_circles(name, monthly_kobo, months, status), contributions:ajo_contributions(month, amount_kobo, paid_at, reversed_at)',
    )
    .eq('person_id', userId)
    .order('joined_at')
    .order('id'),
  business_members: tables
    .from('business_members')
    .select(
      'role, created_at, accepted_at, orders_for_business, business:businesses(name, tin, address, state, status)',
    )
    .eq('person_id', userId)
    .order('created_at')
    .order('id'),
  standing_orders: tables
    .from('standing_orders')
    .select('*, rounds:standing_rounds(group_buy_id, outcome, order_id, reason, at)')
    .eq('person_id', userId)
    .order('created_at')
    .order('id'),
  share_gifts: tables.from('own_share_gifts').select('*').order('created_at').order('id'),
  price_answers: tables
    .from('price_answers')
    .select('order_id, answer, former_ceiling_price, more_kobo, answered_at, returned_at')
    .eq('person_id', userId)
    .order('answered_at')
    .order('order_id'),
  quantity_requests: tables
    .from('quantity_requests')
    .select('*')
    .eq('person_id', userId)
    .order('created_at')
    .order('id'),
})

/** Requests and decisions about the account itself. */
const protectionData = ({ tables }: Api, userId: string) => ({
  data_requests: tables
    .from('data_requests')
    .select('request_no, kind, channel, details, received_on, status, closed_at, outcome')
    .eq('person_id', userId)
    .order('received_on')
    .order('id'),
  account_suspensions: tables
    .from('account_suspensions')
    .select('reason, suspended_at, ended_at, end_reason')
    .eq('person_id', userId)
    .order('suspended_at')
    .order('id'),
  banners: tables
    .from('banners')
    .select('title, starts_at, ends_at, created_at')
    .eq('author_id', userId)
    .order('created_at')
    .order('id'),
})

const fromOthers = ({ tables }: Api, userId: string) => ({
  messages_received: tables
    .from('messages')
    .select(
      'id, conversation_id, sender_name, body, created_at, conversation:conversations!inner(subject, members:conversation_members!inner(profile_id))',
    )
    .neq('sender_id', userId)
    .eq('conversation.members.profile_id', userId)
    .order('created_at')
    .order('id'),
})
