import type pg from 'pg'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

/**
 * Mails per transaction: a shop may have thousands of buyers, and a job that runs for minutes would be considered dead.
 */
const BATCH_SIZE = 500

/**
 * Notifies the buyers with unfinished orders that the shop is suspended, in batches: each job queues the next. Queued
 * by the trigger `notify_of_suspension`; sends nothing if the shop has been reinstated.
 */
export async function notifyOfSuspension(database: Database, siteUrl: string, payload: unknown): Promise<void> {
  const { vendor_id: vendorId, after = null } = payload as { vendor_id: string; after?: string | null }
  await database.as(SERVICE, async (tx) => {
    const people = await readParticipants(tx, vendorId, after)
    const notifications = people.map(({ user_id: person, email, shop, orders }) => ({
      to: email,
      person,
      facts: { shop, orders },
      siteUrl,
    }))
    await notifyEach(tx, 'shop-suspended', notifications)
    const last = people.at(-1)
    if (!last || people.length < BATCH_SIZE) return
    const next = JSON.stringify({ vendor_id: vendorId, after: last.user_id })
    await tx.query(`select jobs.enqueue('notify-of-suspension', $1::jsonb, now(), $2)`, [
      next,
      `suspension:${vendorId}:${last.user_id}`,
    ])
  })
}

interface Participant {
  user_id: string
  email: string | null
  shop: string
  orders: { orderNo: number; product: string }[]
}

async function readParticipants(tx: pg.PoolClient, vendorId: string, after: string | null): Promise<Participant[]> {
  const { rows } = await tx.query<Participant>(
    `select o.user_id, rights.email_of(o.user_id) as email, v.business_name as shop,
       jsonb_agg(jsonb_build_object('orderNo', o.order_no, 'product',
         (select string_agg(l.product_name, ', ' order by l.product_name) from public.order_lines l where l.order_id = o.id)) order by o.order_no) as orders
     from public.orders o join public.vendors v on v.id = o.vendor_id
     where o.vendor_id = $1 and v.status = 'suspended' and o.is_live and o.status not in ('collected', 'delivered', 'completed')
       and ($2::uuid is null or o.user_id > $2::uuid)
     group by o.user_id, v.business_name order by o.user_id limit ${BATCH_SIZE}`,
    [vendorId, after],
  )
  return rows
}
