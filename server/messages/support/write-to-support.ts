import { randomUUID } from 'node:crypto'
import { checkSupportMessage, type SupportTopic, topicLabels } from '#domain/messages/support.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'

/** A person writes to the market; an open case about the same topic and order is continued. */
export const writeToSupport: Command<'write-to-support'> = {
  name: 'write-to-support',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, windowSeconds: 3600 },
  fields: ['topic', 'order_id', 'body'],
  check: checkSupportMessage,
  async run({ input, caller, tx }) {
    const { topic, order_id: orderId = null, body } = input
    // Serialises two first messages of one person, so that they share a conversation.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('support:' || $1::uuid, 0))`, [caller.userId])
    const { rows } = await tx.query<SupportWriter>(
      `select coalesce(nullif(p.full_name, ''), 'Buyer') as name, o.order_no::integer as order_no, v.state, $2::uuid is null or o.id is not null as is_own,
         (select s.conversation_id from public.conversations c join public.support_cases s on s.conversation_id = c.id
           where c.created_by = p.id and c.kind = 'support' and c.order_id is not distinct from $2 and s.topic = $3 and s.status <> 'solved' limit 1) as open_id
       from public.profiles p left join public.orders o on o.id = $2 and (o.user_id = p.id or o.vendor_id in (select id from public.vendors where owner_id = p.id))
       left join public.vendors v on v.id = o.vendor_id where p.id = $1`,
      [caller.userId, orderId, topic],
    )
    const [writer] = rows
    if (!writer?.is_own) return refuse('order_not_found')
    const id = writer.open_id ?? randomUUID()
    if (!writer.open_id) {
      await tx.query(
        `insert into public.conversations (id, kind, subject, created_by, order_id) values ($1, 'support', $2, $3, $4)`,
        [id, subjectOf(topic, writer), caller.userId, orderId],
      )
      await tx.query(
        'insert into public.conversation_members (conversation_id, profile_id, display_name) values ($1, $2, left($3, 120))',
        [id, caller.userId, writer.name],
      )
      await tx.query('insert into public.support_cases (conversation_id, topic, state) values ($1, $2, $3)', [
        id,
        topic,
        writer.state,
      ])
    }
    await tx.query('insert into public.messages (conversation_id, sender_id, body) values ($1, $2, $3)', [
      id,
      caller.userId,
      body,
    ])
    return { conversation_id: id }
  },
}

interface SupportWriter {
  name: string
  order_no: number | null
  /** State of the order's shop. */
  state: string | null
  is_own: boolean
  open_id: string | null
}

const subjectOf = (topic: SupportTopic, { order_no: number }: SupportWriter) =>
  number === null ? topicLabels[topic] : `Order ${number}`
