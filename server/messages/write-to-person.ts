import type pg from 'pg'
import { parseRole } from '#domain/accounts/roles.ts'
import { checkFields, optional, text, uuid } from '#domain/forms/validation.ts'
import { FROM_THE_MARKET, MAX_MESSAGE_LENGTH, staffName } from '#domain/messages/conversation.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A member of staff writes to a person or a shop, about at most one order, group buy or claim. A conversation of the
 * two about the same thing is continued. `public.guard_conversation` has the same rules.
 */
export const writeToPerson: Command<'write-to-person'> = {
  name: 'write-to-person',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['person_id', 'vendor_id', 'order_id', 'buy_id', 'claim_id', 'body'],
  check: (raw) =>
    checkFields(raw, {
      person_id: optional(uuid('Person')),
      vendor_id: optional(uuid('Shop')),
      order_id: optional(uuid('Order')),
      buy_id: optional(uuid('Group buy')),
      claim_id: optional(uuid('Claim')),
      body: text({ label: 'Message', max: MAX_MESSAGE_LENGTH, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { person_id: personId = null, vendor_id: vendorId = null } = input
    const { order_id: orderId = null, buy_id: buyId = null, claim_id: claimId = null } = input
    if ([orderId, buyId, claimId].filter(Boolean).length > 1) return refuse('about_one_thing')
    const found = await findParties(tx, { writerId: caller.userId, personId, vendorId, orderId, buyId, claimId })
    if (isRefusal(found)) return found
    const { conversationId, isNew } = await findOrOpen(tx, found)
    await tx.query('insert into public.messages (conversation_id, sender_id, body) values ($1, $2, $3)', [
      conversationId,
      caller.userId,
      input.body,
    ])
    // Without the text: the audit log is permanent, and messages may have to be erased.
    if (isNew)
      await recordAct(tx, {
        actorId: caller.userId,
        action: 'conversation.write',
        subject: { type: 'profile', id: found.person_id },
        after: { about: found.about ?? 'nothing', conversation_id: conversationId },
      })
    return { conversation_id: conversationId }
  },
}

interface WantedParties {
  writerId: string | null
  personId: string | null
  vendorId: string | null
  orderId: string | null
  buyId: string | null
  claimId: string | null
}

interface FoundParties {
  writer_id: string
  writer_name: string
  writer_role: string
  person_id: string
  person_name: string
  person_role: string
  shop_name: string | null
  vendor_id: string | null
  order_id: string | null
  buy_id: string | null
  claim_id: string | null
  /** "Order 12"; null for nothing in particular. */
  about: string | null
}

async function findParties(tx: pg.PoolClient, wanted: WantedParties): Promise<FoundParties | Refusal> {
  const { rows } = await tx.query<FoundParties & { may_write: boolean }>(
    `select w.id as writer_id, w.full_name as writer_name, w.role as writer_role, p.id as person_id, p.full_name as person_name, p.role as person_role,
       v.business_name as shop_name, v.id as vendor_id, $4::uuid as order_id, $5::uuid as buy_id, $6::uuid as claim_id,
       coalesce((select 'Order ' || o.order_no from public.orders o where o.id = $4), (select 'Group buy of ' || left(g.product_name, 120) from public.group_buys g where g.id = $5),
         (select 'Claim ' || c.claim_no from public.claims c where c.id = $6)) as about,
       coalesce(rights.may_write_to(w.id, p.id, v.id) and rights.may_write_about(w.id, p.id, $4, $5, $6), false) as may_write
     from public.profiles w left join public.vendors v on v.id = $3 join public.profiles p on p.id = coalesce(v.owner_id, $2)
     where w.id = $1 and ($3::uuid is null or v.id is not null)`,
    [wanted.writerId, wanted.personId, wanted.vendorId, wanted.orderId, wanted.buyId, wanted.claimId],
  )
  const [found] = rows
  if (!found) return refuse('user_not_found')
  return found.may_write ? found : refuse('not_yours_to_write')
}

const ONE_OF_THEM = `kind = 'staff' and least(created_by, with_id) = least($1::uuid, $2::uuid) and greatest(created_by, with_id) = greatest($1::uuid, $2::uuid)
  and coalesce(order_id, buy_id, claim_id, '00000000-0000-0000-0000-000000000000') = coalesce($3::uuid, $4::uuid, $5::uuid, '00000000-0000-0000-0000-000000000000')`

async function findOrOpen(tx: pg.PoolClient, parties: FoundParties) {
  const { writer_id: writer, person_id: person, order_id: order, buy_id: buy, claim_id: claim } = parties
  // Serialises two first messages between the same people, so that they share a conversation.
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('conversation:' || least($1::uuid, $2::uuid) || greatest($1::uuid, $2::uuid), 0))`,
    [writer, person],
  )
  const { rows: known } = await tx.query<{ id: string }>(`select id from public.conversations where ${ONE_OF_THEM}`, [
    writer,
    person,
    order,
    buy,
    claim,
  ])
  if (known[0]) return { conversationId: known[0].id, isNew: false }
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.conversations (kind, subject, created_by, with_id, vendor_id, order_id, buy_id, claim_id)
     values ('staff', $1, $2, $3, $4, $5, $6, $7) returning id`,
    [parties.about ?? FROM_THE_MARKET, writer, person, parties.vendor_id, order, buy, claim],
  )
  const conversationId = rows[0]?.id ?? ''
  await tx.query(
    'insert into public.conversation_members (conversation_id, profile_id, display_name) values ($1, $2, $3), ($1, $4, $5)',
    [
      conversationId,
      writer,
      staffName(parties.writer_name, parseRole(parties.writer_role)),
      person,
      nameOfOther(parties),
    ],
  )
  return { conversationId, isNew: true }
}

function nameOfOther({ shop_name: shop, person_name: name, person_role: role }: FoundParties): string {
  return shop ?? staffName(name, parseRole(role))
}
