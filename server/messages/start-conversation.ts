import { refuse } from '#domain/refusal.ts'
import { text } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { uuidText } from '../fields.ts'

/** The buyer or vendor of an order writes to the other; a second start about the same order continues the same conversation. */
export const startConversation: Command<'start-conversation'> = {
  name: 'start-conversation',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'bulk_order_id', 'body'],
  check(raw) {
    const order_id = uuidText(raw.order_id)
    const bulk_order_id = uuidText(raw.bulk_order_id)
    const body = text({ label: 'Message', most: 2000, lines: true })(raw.body)
    if ('error' in body) return { ok: false, errors: { body: body.error } }
    if (!order_id === !bulk_order_id) return { ok: false, errors: { order_id: 'Choose the order this is about.' } }
    return { ok: true, value: { body: body.value, ...(order_id ? { order_id } : { bulk_order_id }) } }
  },
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<Parties>(
      `select o.id, o.order_no::integer as order_no, o.user_id as buyer_id, v.owner_id, v.business_name,
         coalesce(nullif(p.full_name, ''), 'Buyer') as buyer_name
       from (select id, order_no, user_id, vendor_id from public.orders where id = $1
             union all select id, order_no, user_id, vendor_id from public.bulk_orders where id = $2) o
       join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = o.user_id`,
      [input.order_id ?? null, input.bulk_order_id ?? null],
    )
    const order = rows[0]
    if (!order || (order.buyer_id !== caller.userId && order.owner_id !== caller.userId))
      return refuse('order_not_found')

    const conversationId = await findOrOpen(tx, order, input)
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
  business_name: string
  buyer_name: string
}

async function findOrOpen(
  tx: Parameters<typeof startConversation.run>[0]['tx'],
  order: Parties,
  about: { order_id?: string; bulk_order_id?: string },
): Promise<string> {
  // Two first messages about one order must end up in one conversation.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [order.id])
  const { rows: known } = await tx.query<{ id: string }>(
    'select id from public.conversations where order_id = $1 or bulk_order_id = $2 limit 1',
    [about.order_id ?? null, about.bulk_order_id ?? null],
  )
  if (known[0]) return known[0].id
  const { rows } = await tx.query<{ id: string }>(
    'insert into public.conversations (subject, order_id, bulk_order_id, created_by) values ($1, $2, $3, $4) returning id',
    [`Order ${order.order_no}`, about.order_id ?? null, about.bulk_order_id ?? null, order.buyer_id],
  )
  const id = rows[0]?.id ?? ''
  await tx.query(
    'insert into public.conversation_members (conversation_id, profile_id, display_name) values ($1, $2, $3), ($1, $4, $5)',
    [id, order.buyer_id, order.buyer_name, order.owner_id, order.business_name],
  )
  return id
}
