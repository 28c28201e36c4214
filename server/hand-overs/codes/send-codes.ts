import type pg from 'pg'
import type { MessageFacts } from '#domain/all-messages.ts'
import { spacedCode } from '#domain/hand-overs/code-text.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { textWithoutConsent } from '#server/notices/write-text-messages.ts'
import { type Codes, ensureOwnCode, readActiveCodes } from './codes.ts'
import { lockVisit } from './visit.ts'

const BATCH_SIZE = 200

interface CodeDeps {
  database: Database
  codes: Codes
  siteUrl: string
}

/** Sends the code to every buyer whose goods are ready, by mail or, without an e-mail address, by text message. */
export async function sendCodes({ database, ...parts }: CodeDeps): Promise<void> {
  const faults: unknown[] = []
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ id: string }>(
      `select h.id from public.hand_overs h where h.status = 'open' and not exists (select from codes.codes c where c.hand_over_id = h.id and c.notified_at is not null)
       order by h.created_at limit $1`,
      [BATCH_SIZE],
    ),
  )
  for (const { id } of rows) await sendCode({ database, ...parts }, id).catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} codes could not be sent`)
}

async function sendCode({ database, codes, siteUrl }: CodeDeps, handOverId: string): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    await lockVisit(tx, handOverId)
    const { rows } = await tx.query<CodeRecipientRow>(LOCK_BUYER, [handOverId])
    const [buyer] = rows
    if (!buyer) return
    const code = await ensureOwnCode(tx, codes, handOverId)
    const { rows: notified } = await tx.query(
      `update codes.codes set notified_at = clock_timestamp() where hand_over_id = $1 and nominee is null and notified_at is null and used_at is null and ended_at is null returning 1`,
      [handOverId],
    )
    if (!notified[0]) return
    const facts = await codeFacts(tx, { code, handOverId, buyer })
    await queueSystemMail(tx, 'hand-over-code', { to: buyer.email, person: buyer.user_id, siteUrl, facts })
    if (!buyer.email && buyer.phone) await textWithoutConsent(tx, 'hand-over-code', { person: buyer.user_id, facts })
  })
}

async function codeFacts(
  tx: pg.ClientBase,
  { code, handOverId, buyer }: { code: string; handOverId: string; buyer: CodeRecipientRow },
): Promise<MessageFacts<'hand-over-code'>> {
  const own = (await readActiveCodes(tx, handOverId)).find(({ nominee }) => nominee === null)
  return {
    code: spacedCode(code),
    handOverId,
    codeKey: own ? `${own.derived_from} ${own.derived_version}` : handOverId,
    orderId: buyer.order_id,
    orderNo: buyer.order_no,
    what: buyer.what ?? '',
    place: buyer.place,
    dueUntil: buyer.due_until,
    isDelivered: buyer.kind === 'delivery',
  }
}

/** The buyer's code for a text message, "123 456"; null once the goods have changed hands. The queue never contains it. */
export function readCodeToText(database: Database, codes: Codes, handOverId: string): Promise<string | null> {
  return database.as(SERVICE, async (tx) => {
    await lockVisit(tx, handOverId)
    const [buyer] = (await tx.query<CodeRecipientRow>(LOCK_BUYER, [handOverId])).rows
    return buyer ? spacedCode(await ensureOwnCode(tx, codes, handOverId)) : null
  })
}

/** Queues the text message of a job that an earlier version enqueued. */
export async function textCode(
  { database, codes }: Pick<CodeDeps, 'database' | 'codes'>,
  payload: unknown,
): Promise<void> {
  const { hand_over_id: handOverId } = payload as { hand_over_id: string }
  await database.as(SERVICE, async (tx) => {
    await lockVisit(tx, handOverId)
    const [buyer] = (await tx.query<CodeRecipientRow>(LOCK_BUYER, [handOverId])).rows
    if (!buyer?.phone) return
    const facts = await codeFacts(tx, { code: await ensureOwnCode(tx, codes, handOverId), handOverId, buyer })
    await textWithoutConsent(tx, 'hand-over-code', { person: buyer.user_id, facts })
  })
}

/** Locks the order, as required to create a code. */
const LOCK_BUYER = `
  select o.id as order_id, o.user_id, o.order_no::integer, h.kind, h.due_until,
    u.email, u.phone,
    (select string_agg(l.product_name, ', ' order by l.product_name) from public.order_lines l where l.order_id = o.id) as what,
    coalesce((select p.name || ', ' || p.street || ', ' || p.lga from public.pickup_points p where p.id = h.pickup_point_id), v.business_name || ', ' || v.location) as place
  from public.orders o join public.hand_overs h on h.order_id = o.id join public.vendors v on v.id = o.vendor_id cross join lateral rights.confirmed_addresses(o.user_id) u
  where h.id = $1 and h.status = 'open' for no key update of o`

interface CodeRecipientRow {
  order_id: string
  user_id: string
  order_no: number
  kind: string
  due_until: Date | null
  email: string | null
  phone: string | null
  what: string | null
  place: string
}
