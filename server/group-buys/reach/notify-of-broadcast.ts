import type pg from 'pg'
import { assert } from '#domain/assert.ts'
import { brand } from '#domain/brand/brand.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

/** Maximum number of people per transaction, so that a large buy does not hold locks for long. */
const BATCH_SIZE = 500

interface BroadcastDeps {
  database: Database
  siteUrl: string
}

/**
 * Tells the recipients of a broadcast, in batches. Queued by the trigger `send_broadcast`. A recipient is marked in the
 * transaction that writes the notice: a run that dies is retried, and continues with those who are left.
 */
export async function notifyOfBroadcast({ database, siteUrl }: BroadcastDeps, payload: unknown): Promise<void> {
  const { broadcast_id: id } = payload as { broadcast_id: string }
  let notified = BATCH_SIZE
  while (notified === BATCH_SIZE) notified = await database.as(SERVICE, (tx) => notifyBatch(tx, { id, siteUrl }))
}

/** Returns the number of recipients. Those whom a concurrent run has locked are left to it. */
async function notifyBatch(tx: pg.PoolClient, { id, siteUrl }: { id: string; siteUrl: string }): Promise<number> {
  const { rows: broadcasts } = await tx.query<BroadcastRow>(
    `select b.kind, b.by_staff, coalesce(b.body, '') as body, g.id as buy_id, g.product_name, v.business_name, b.end_date, to_char(b.share_date, 'YYYY-MM-DD') as share_date,
       public.payment_due_at(b.share_date) as payment_due_at, b.share_date = b.former_share_date as keeps_share_date
     from public.buy_broadcasts b join public.group_buys g on g.id = b.group_buy_id join public.vendors v on v.id = g.vendor_id where b.id = $1`,
    [id],
  )
  const [broadcast] = broadcasts
  if (!broadcast) return 0
  const { rows } = await tx.query<RecipientRow>(
    `with next as (select r.person_id from public.buy_broadcast_recipients r where r.broadcast_id = $1 and r.notified_at is null
       order by r.person_id limit $3 for update skip locked)
     update public.buy_broadcast_recipients r set notified_at = clock_timestamp() from next
     where r.broadcast_id = $1 and r.person_id = next.person_id
     returning r.person_id as person, rights.email_of(r.person_id) as email,
       (select o.id from public.orders o where o.group_buy_id = $2 and o.user_id = r.person_id and o.is_live order by o.is_paid, o.id limit 1) as order_id`,
    [id, broadcast.buy_id, BATCH_SIZE],
  )
  if (rows.length > 0) await writeNotices(tx, broadcast, { recipients: rows, siteUrl })
  if (rows.length < BATCH_SIZE) {
    await tx.query(
      `update public.buy_broadcasts set notified_at = clock_timestamp() where id = $1 and notified_at is null
         and not exists (select from public.buy_broadcast_recipients r where r.broadcast_id = $1 and r.notified_at is null)`,
      [id],
    )
  }
  return rows.length
}

interface BroadcastRecipients {
  recipients: readonly RecipientRow[]
  siteUrl: string
}

async function writeNotices(
  tx: pg.PoolClient,
  broadcast: BroadcastRow,
  { recipients, siteUrl }: BroadcastRecipients,
): Promise<void> {
  const { buy_id: buyId, product_name: product } = broadcast
  if (broadcast.kind === 'message') {
    const facts = {
      buyId,
      product,
      shop: broadcast.by_staff ? brand.name : broadcast.business_name,
      message: broadcast.body,
    }
    await notifyEach(
      tx,
      'shop-message',
      recipients.map(({ person, email: to }) => ({ to, person, facts, siteUrl })),
    )
    return
  }
  const { end_date: endDate, payment_due_at: paymentDueAt, share_date: shareDate } = broadcast
  assert(endDate && paymentDueAt && shareDate, 'An extension has dates (an_extension_has_dates)')
  const keepsShareDate = broadcast.keeps_share_date === true
  const by = broadcast.by_staff ? ('staff' as const) : ('shop' as const)
  const dates = { by, endDate, paymentDueAt, shareDate, keepsShareDate }
  // Dates are of no use to people who have left meanwhile.
  const inIt = recipients.flatMap(({ person, email: to, order_id: orderId }) =>
    orderId ? [{ to, person, facts: { orderId, buyId, product, ...dates }, siteUrl }] : [],
  )
  if (inIt.length > 0) await notifyEach(tx, 'buy-extended', inIt)
}

/** The dates are null for a message. */
interface BroadcastRow {
  kind: 'message' | 'extension'
  by_staff: boolean
  body: string
  buy_id: string
  product_name: string
  business_name: string
  end_date: Date | null
  payment_due_at: Date | null
  /** 'YYYY-MM-DD' */
  share_date: string | null
  keeps_share_date: boolean | null
}

interface RecipientRow {
  person: string
  email: string | null
  order_id: string | null
}
