import type { Api } from '#api/api.ts'

/** What is kept under a person's name, as the tables answer it to that person: table names and columns are the wire's. */
export async function readMyData(api: Api, userId: string): Promise<Record<string, unknown>> {
  const { tables } = api
  const [profile, orders, bulkOrders, referrals, vendor, memberships, messages] = await Promise.all([
    tables.from('profiles').select('*').eq('id', userId).maybeSingle(),
    tables.from('orders').select('*').eq('user_id', userId).order('created_at'),
    tables.from('bulk_orders').select('*, items:bulk_order_items(*)').eq('user_id', userId).order('created_at'),
    tables.from('referrals').select('created_at, settled_at').eq('referrer_id', userId).order('created_at'),
    tables.from('vendors').select('*').eq('owner_id', userId),
    tables.from('conversation_members').select('*').eq('profile_id', userId),
    tables.from('messages').select('*').eq('sender_id', userId).order('created_at'),
  ])
  const answers = {
    profile,
    orders,
    bulk_orders: bulkOrders,
    referrals,
    vendors: vendor,
    conversation_members: memberships,
    messages,
  }
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, answer.data ?? answer.error?.message]),
  )
}
