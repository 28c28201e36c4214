import type pg from 'pg'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

const BATCH_SIZE = 200

/**
 * Expires unpaid checkouts whose hold is over by the database's clock, with their orders (`end_orders_of_checkout`),
 * and notifies the buyers. A checkout that is being paid ends with its payment, at most half an hour later.
 */
export async function expireHolds(database: Database, siteUrl: string): Promise<void> {
  let moved = BATCH_SIZE
  while (moved === BATCH_SIZE) moved = await database.as(CLOCK, (tx) => expireBatch(tx, siteUrl))
}

async function expireBatch(tx: pg.PoolClient, siteUrl: string): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(LOCK_DUE, [BATCH_SIZE])
  const ids = rows.map(({ id }) => id)
  // Locks all products at once, in the order in which checkouts lock them.
  await tx.query(LOCK_SHELVES, [ids])
  const ended = await tx.query<{ id: string }>(EXPIRE, [ids])
  await notifyBuyers(tx, { ids: ended.rows.map(({ id }) => id), siteUrl })
  return ended.rows.length
}

const IS_BEING_PAID = `exists (select from public.orders o where o.checkout_id = c.id and o.status = 'pending' and public.is_being_paid(o.id))`

const LOCK_DUE = `select id from public.checkouts c where status = 'open' and hold_expires_at <= clock_timestamp() and not ${IS_BEING_PAID}
  order by hold_expires_at limit $1 for update skip locked`

const LOCK_SHELVES = `select from public.products where id in (select l.product_id from public.order_lines l join public.orders o on o.id = l.order_id
  where o.checkout_id = any ($1::uuid[]) and o.group_buy_id is null and o.status = 'pending') order by id for no key update`

// Checked again under the lock: a payment may have started meanwhile.
const EXPIRE = `update public.checkouts c set status = 'expired' where id = any ($1::uuid[]) and status = 'open' and not ${IS_BEING_PAID} returning id`

async function notifyBuyers(
  tx: pg.PoolClient,
  { ids, siteUrl }: { ids: readonly string[]; siteUrl: string },
): Promise<void> {
  const { rows } = await tx.query<{ user_id: string; email: string | null; order_nos: number[] }>(
    `select c.user_id, rights.email_of(c.user_id) as email, array_agg(o.order_no::integer order by o.order_no) as order_nos
      from public.checkouts c join public.orders o on o.checkout_id = c.id and o.status = 'expired'
      where c.id = any ($1::uuid[]) group by c.id, c.user_id`,
    [ids],
  )
  const notifications = rows.map(({ user_id: person, email, order_nos: orderNos }) => ({
    to: email,
    person,
    facts: { orderNos },
    siteUrl,
  }))
  await notifyEach(tx, 'checkout-expired', notifications)
}
