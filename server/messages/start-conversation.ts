import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** The buyer or vendor of an order writes to the other; a conversation about the same order is continued. */
export const startConversation: Command<'start-conversation'> = {
  name: 'start-conversation',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'body'],
  check: (raw) =>
    checkFields(raw, { order_id: uuid('Order'), body: text({ label: 'Message', max: 2000, lines: true }) }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<Parties>(
      `select o.id, o.order_no::integer as order_no, o.user_id as buyer_id, v.owner_id, v.business_name,
         exists (select from public.profiles s where s.id = v.owner_id and s.role = 'vendor') as owner_sells,
         coalesce(nullif(p.full_name, ''), 'Buyer') as buyer_name
       from public.orders o join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = o.user_id
       where o.id = $1`,
      [input.order_id],
    )
    const order = rows[0]
    const sells = order?.owner_id === caller.userId && order?.owner_sells
    if (!order || (order.buyer_id !== caller.userId && !sells)) return refuse('order_not_found')

    const conversationId = await findOrOpen(tx, order)
    await tx.query('insert into public.messages (conversation_id, sender_id, body) values ($1, $2, $3)', [
      conversationId,
      caller.userId,
      input.body,
    ])
    return { conversation_id: conversationId }
  },
}

interface Parties {
  id: string
  order_no: number
  buyer_id: string
  owner_id: string
  owner_sells: boolean
  business_name: string
  buyer_name: string
}

async function findOrOpen(tx: Parameters<typeof startConversation.run>[0]['tx'], order: Parties): Promise<string> {
  // Serialises two first messages about one order, so that they share a conversation.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [order.id])
  const { rows: known } = await tx.query<{ id: string }>(
    "select id from public.conversations where order_id = $1 and kind = 'order' limit 1",
    [order.id],
  )
  if (known[0]) return known[0].id
  const { rows } = await tx.query<{ id: string }>(
    'insert into public.conversations (subject, order_id, created_by) values ($1, $2, $3) returning id',
    [`Order ${order.order_no}`, order.id, order.buyer_id],
  )
  const id = rows[0]?.id ?? ''
  await tx.query(
    'insert into public.conversation_members (conversation_id, profile_id, display_name) values ($1, $2, $3), ($1, $4, $5)',
    [id, order.buyer_id, order.buyer_name, order.owner_id, order.business_name],
  )
  return id
}
