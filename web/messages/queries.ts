import type { Api } from '#api/api.ts'
import { listPage, rowRange } from '#web/list-page.ts'

/** One page of the viewer's conversations, latest message first. */
export async function listConversations(api: Api, page: number) {
  return listPage(
    await api.tables
      .from('my_conversations')
      .select('*', { count: 'exact' })
      .order('last_message_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
}

export type ListedConversation = Awaited<ReturnType<typeof listConversations>>['rows'][number]

export async function readConversation(api: Api, id: string) {
  const { data } = await api.tables
    .from('conversations')
    .select(
      'id, subject, kind, created_by, order_id, buy_id, claim_id, order:orders(id, user_id, vendor_id), members:conversation_members(profile_id, display_name, last_read_at)',
    )
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

const MESSAGES_SHOWN = 50

/** One page of a conversation: page 1 has the newest messages; each page is sorted oldest first. */
export async function listMessages(api: Api, conversationId: string, page: number) {
  const list = listPage(
    await api.tables
      .from('messages')
      .select('id, sender_id, sender_name, body, created_at', { count: 'exact' })
      .eq('conversation_id', conversationId)
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page, MESSAGES_SHOWN)),
    MESSAGES_SHOWN,
  )
  return { ...list, rows: list.rows.reverse() }
}

/** Marks messages up to an instant as read by the viewer. */
export function markRead(api: Api, position: { conversationId: string; userId: string; until: string }) {
  return api.tables
    .from('conversation_members')
    .update({ last_read_at: position.until })
    .eq('conversation_id', position.conversationId)
    .eq('profile_id', position.userId)
}

export function sendMessage(
  api: Api,
  message: { id: string; conversation_id: string; sender_id: string; body: string },
) {
  return api.tables.from('messages').insert(message).select('id')
}

/** An order of either kind that the viewer bought or sells; null if there is none. */
export async function readOrderToWriteAbout(api: Api, id: string) {
  const { data } = await api.tables
    .from('all_orders')
    .select('id, kind, order_no, product_name, buyer_name')
    .eq('id', id)
    .maybeSingle()
  return data
}
