import { brand } from '#domain/brand/brand.ts'
import { spacedCode } from '#domain/hand-overs/code-text.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { type Codes, ensureOwnCode } from './codes.ts'
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
    const { rows: notified } = await tx.query<{ version: number }>(
      `update codes.codes set notified_at = clock_timestamp() where hand_over_id = $1 and nominee is null and notified_at is null and used_at is null and ended_at is null returning version`,
      [handOverId],
    )
    const [current] = notified
    if (!current) return
    await queueSystemMail(tx, 'hand-over-code', {
      to: buyer.email,
      person: buyer.user_id,
      siteUrl,
      facts: {
        code: spacedCode(code),
        orderId: buyer.order_id,
        orderNo: buyer.order_no,
        what: buyer.what ?? '',
        place: buyer.place,
        dueUntil: buyer.due_until,
        isDelivered: buyer.kind === 'delivery',
      },
    })
    if (!buyer.email && buyer.phone) {
      // The job derives the code, so that the queue never contains it.
      await tx.query(`select jobs.enqueue('text-code', $1::jsonb, now(), $2)`, [
        JSON.stringify({ hand_over_id: handOverId }),
        `code:${handOverId}:${current.version}`,
      ])
    }
  })
}

/** Sends a code by text message to a buyer without an e-mail address. */
export async function textCode(
  { database, codes, sms }: { database: Database; codes: Codes; sms: SmsGateway },
  payload: unknown,
): Promise<void> {
  const { hand_over_id: handOverId } = payload as { hand_over_id: string }
  const found = await database.as(SERVICE, async (tx) => {
    await lockVisit(tx, handOverId)
    const [buyer] = (await tx.query<CodeRecipientRow>(LOCK_BUYER, [handOverId])).rows
    return buyer?.phone
      ? { to: buyer.phone, no: buyer.order_no, code: await ensureOwnCode(tx, codes, handOverId) }
      : null
  })
  if (!found) return
  const text = `${spacedCode(found.code)} is your ${brand.name} code for order ${found.no}. Give this code only when the food is in your hands.`
  await sms.send({ to: found.to, channel: 'sms', text })
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
