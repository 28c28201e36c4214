import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

interface WaitersDeps {
  database: Database
  siteUrl: string
}

/**
 * Tells the people in a buy's line about an offer, an offer that lapsed, and the end of the list, once each. Queued by
 * the functions that make these changes.
 */
export async function notifyWaiters({ database, siteUrl }: WaitersDeps, payload: unknown): Promise<void> {
  const { group_buy_id: buyId } = payload as { group_buy_id: string }
  await database.as(SERVICE, async (tx) => {
    // A wait that another run is telling is skipped; a change made since then has queued the job again.
    const { rows } = await tx.query<NotifiedWait>(
      `with untold as (
         select id from public.buy_waits where group_buy_id = $1 and status in ('offered', 'lapsed', 'closed') and notified_status is distinct from status
         for update skip locked
       )
       update public.buy_waits w set notified_status = w.status from public.group_buys g
       where g.id = w.group_buy_id and w.id = any (array(select id from untold))
       returning w.status, w.person_id, w.quantity, w.offer_expires_at, g.product_name, g.unit, rights.email_of(w.person_id) as email`,
      [buyId],
    )
    for (const [status, name] of MESSAGES) {
      const told = rows.filter((row) => row.status === status)
      const notifications = told.map((row) => ({
        to: row.email,
        person: row.person_id,
        siteUrl,
        facts: {
          buyId,
          product: row.product_name,
          unit: row.unit,
          quantity: row.quantity,
          until: row.offer_expires_at ?? new Date(0),
        },
      }))
      if (notifications.length > 0) await notifyEach(tx, name, notifications)
    }
  })
}

const MESSAGES = [
  ['offered', 'place-offered'],
  ['lapsed', 'place-lapsed'],
  ['closed', 'waiting-list-closed'],
] as const

interface NotifiedWait {
  status: string
  person_id: string
  quantity: number
  offer_expires_at: Date | null
  product_name: string
  unit: string
  email: string | null
}
