import type pg from 'pg'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

const BATCH_SIZE = 500

/**
 * Reminds buyers of unpaid orders 72, 24 and 3 hours before payment is due (`public.reminder_step`). A reminder is
 * recorded in the same transaction as its mail and notice, so that a concurrent or restarted job skips it.
 */
export async function remindOfPayments(database: Database, siteUrl: string): Promise<void> {
  let noted = BATCH_SIZE
  while (noted === BATCH_SIZE) noted = await database.as(CLOCK, (tx) => remind(tx, siteUrl))
}

/**
 * Returns the number of orders. Orders that are being paid or left concurrently are locked and left for the next run.
 */
async function remind(tx: pg.PoolClient, siteUrl: string): Promise<number> {
  const { rows } = await tx.query<PaymentReminderRow>(DUE, [BATCH_SIZE])
  // One mail for all orders of a person that are due at the same time.
  const mails = new Map<string, PaymentReminderRow[]>()
  for (const row of rows) {
    const key = `${row.user_id} ${row.due_at.getTime()} ${row.hours}`
    mails.set(key, [...(mails.get(key) ?? []), row])
  }
  const notifications = [...mails.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const orders = own.map(({ id, order_no, product_name, amount_due_kobo }) => ({
      orderId: id,
      orderNo: order_no,
      product: product_name,
      dueKobo: amount_due_kobo,
    }))
    const facts = { dueAt: first.due_at, hours: first.hours, orders }
    return [{ to: first.email, person: first.user_id, facts, siteUrl }]
  })
  await notifyEach(tx, 'payment-reminder', notifications)
  return rows.length
}

// Orders that are paid on joining, like those of a cart, are held for minutes only: the page shows a countdown.
const DUE = `
  with due as (
    select o.id, g.payment_due_at as due_at, s.hours
    from public.group_buys g join public.orders o on o.group_buy_id = g.id and o.status = 'pending' and o.hold_expires_at is null
    cross join lateral (select public.reminder_step(g.payment_due_at, greatest(o.created_at, g.extended_at), clock_timestamp()) as hours) s
    where g.status in ('active', 'closed') and g.payment_due_at > clock_timestamp() and g.payment_due_at <= clock_timestamp() + interval '72 hours'
      and s.hours is not null and not exists (
        select from public.payment_reminders r where r.order_id = o.id and r.due_at = g.payment_due_at and r.hours_before = s.hours)
    order by o.user_id, o.id limit $1 for no key update of o skip locked
  ), noted as (
    insert into public.payment_reminders (order_id, due_at, hours_before) select id, due_at, hours from due
    on conflict do nothing returning order_id, due_at, hours_before
  )
  select o.id, o.user_id, rights.email_of(o.user_id) as email, o.order_no::integer, o.amount_due_kobo, g.product_name,
    n.due_at, n.hours_before as hours
  from noted n join public.orders o on o.id = n.order_id join public.group_buys g on g.id = o.group_buy_id
  order by o.user_id, o.order_no`

interface PaymentReminderRow {
  id: string
  user_id: string
  email: string | null
  order_no: number
  amount_due_kobo: bigint
  product_name: string
  due_at: Date
  hours: number
}
