import type pg from 'pg'
import { type ReminderStep, reminders } from '#domain/hand-overs/reminders.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

const BATCH_SIZE = 200

/**
 * Reminds buyers of uncollected goods. If several reminders are overdue, only the latest is sent. It is recorded in the
 * same transaction as its mail and notice, so that a concurrent or restarted job skips it. Once the grace period is
 * over, the goods are listed for staff to decide with the buyer.
 */
export async function remindToCollect(database: Database, siteUrl: string): Promise<void> {
  let noted = BATCH_SIZE
  while (noted === BATCH_SIZE) noted = await database.as(CLOCK, (tx) => remind(tx, siteUrl))
}

/**
 * Returns the number of reminders. An order that is being collected concurrently is locked and left for the next run.
 */
async function remind(tx: pg.PoolClient, siteUrl: string): Promise<number> {
  const { rows } = await tx.query<{ order_id: string; step: ReminderStep }>(DUE, [
    JSON.stringify(reminders),
    BATCH_SIZE,
  ])
  const ids = rows.map(({ order_id }) => order_id)
  await tx.query(OPEN_UNCOLLECTED, [ids])
  const steps = new Map(rows.map(({ order_id, step }) => [order_id, step]))
  const { rows: recipients } = await tx.query<CollectReminderRow>(REMINDER_FACTS, [ids])
  const notifications = recipients.flatMap((row) => {
    const step = steps.get(row.id)
    if (!step || !row.due_until || !row.grace_until) return []
    const facts = {
      orderId: row.id,
      orderNo: row.order_no,
      what: row.what,
      place: row.place,
      kind: row.kind,
      step,
      until: row.due_until,
      graceUntil: row.grace_until,
      perishes: row.perishes,
    }
    return [{ to: row.email, person: row.user_id, siteUrl, facts }]
  })
  await notifyEach(tx, 'collect-reminder', notifications)
  return rows.length
}

/** Records the latest due reminder of each order that has not had it. */
const DUE = `
  with steps as (select * from jsonb_to_recordset($1::jsonb) as s (step text, kinds jsonb, "from" text, "afterMs" bigint)),
  due as (
    select o.id as order_id, n.step
    from public.hand_overs h join public.orders o on o.id = h.order_id and o.status = 'ready'
    cross join lateral (
      select s.step from steps s
      cross join lateral (select case s."from" when 'ready' then h.due_from when 'until' then h.due_until else public.grace_until(o.id, h.due_until) end
        + s."afterMs" * interval '1 millisecond' as at) t
      where s.kinds ? h.kind and t.at <= clock_timestamp()
      order by t.at desc, s.step = 'undecided' desc limit 1
    ) n
    where h.status = 'open' and h.kind <> 'delivery' and h.due_until is not null
      and not exists (select from public.collection_reminders r where r.order_id = o.id and r.step = n.step)
    order by o.id limit $2 for no key update of o skip locked
  )
  insert into public.collection_reminders (order_id, step) select order_id, step from due on conflict do nothing returning order_id, step`

const OPEN_UNCOLLECTED = `
  insert into public.uncollected (order_id, buyer_id, vendor_id, pickup_point_id, kind, perishes, due_until)
  select o.id, o.user_id, o.vendor_id, h.pickup_point_id, h.kind, public.has_perishables(o.id), h.due_until
  from public.orders o join public.hand_overs h on h.order_id = o.id and h.status = 'open' and h.kind <> 'delivery'
  where o.id = any ($1::uuid[]) and o.status = 'ready' and public.grace_until(o.id, h.due_until) <= clock_timestamp() on conflict do nothing`

/** The remaining goods, read under the locks. */
const REMINDER_FACTS = `
  select o.id, o.user_id, rights.email_of(o.user_id) as email, o.order_no::integer, h.kind, h.due_until, public.grace_until(o.id, h.due_until) as grace_until,
    public.has_perishables(o.id) as perishes, coalesce(p.name || ', ' || p.street, v.business_name || ', ' || v.location) as place,
    coalesce((select string_agg(u.quantity || ' x ' || l.product_name || ', ' || l.unit, '; ' order by l.product_name)
      from public.units_left(o.id) u join public.order_lines l on l.id = u.line_id where u.quantity > 0), '') as what
  from public.orders o join public.hand_overs h on h.order_id = o.id and h.status = 'open' and h.kind <> 'delivery'
    join public.vendors v on v.id = o.vendor_id left join public.pickup_points p on p.id = h.pickup_point_id
  where o.id = any ($1::uuid[]) and o.status = 'ready' order by o.id`

interface CollectReminderRow {
  id: string
  user_id: string
  email: string | null
  order_no: number
  kind: 'pickup' | 'stockpile'
  due_until: Date | null
  grace_until: Date | null
  perishes: boolean
  place: string
  what: string
}
