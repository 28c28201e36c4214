import { type Database, SERVICE } from '#platform/postgres/database.ts'

/**
 * The one job that moves buys by the database's clock (docs/decisions/0001). Each step is idempotent and takes few rows at a
 * time, so that it can run beside joins.
 */
export async function moveGroupBuys(database: Database): Promise<void> {
  for (const step of [CLOSE_ENDED, EXPIRE_UNPAID, SETTLE_DUE, FAIL_UNPAID]) {
    await database.as(SERVICE, (tx) => tx.query(step))
  }
}

const CLOSE_ENDED = `
  update public.group_buys set status = 'closed', closed_at = now()
  where id in (select id from public.group_buys where status = 'active'
    and (end_date <= clock_timestamp() or paid_quantity >= target_quantity) order by end_date limit 200 for update skip locked)`

// At the due time an unpaid order gives its place back. The decision on extension comes first and belongs to settlement.
const EXPIRE_UNPAID = `
  with due as (
    select id from public.group_buys where status = 'closed' and payment_due_at <= clock_timestamp() and not (allow_extension and extended_at is null)
    order by payment_due_at limit 50 for update skip locked
  ), expired as (
    update public.orders set status = 'expired', amount_due_kobo = 0, ended_at = now(), end_reason = 'not paid by the due time'
    where status = 'pending' and group_buy_id in (select id from due) returning group_buy_id, user_id, quantity
  ), freed as (
    select e.group_buy_id, sum(e.quantity)::integer as quantity, count(distinct e.user_id) filter (where not exists (
      select from public.orders o where o.group_buy_id = e.group_buy_id and o.user_id = e.user_id
        and o.status in ('paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed')))::integer as people
    from expired e group by e.group_buy_id
  )
  update public.group_buys g set current_quantity = g.current_quantity - f.quantity, current_participants = g.current_participants - f.people
  from freed f where g.id = f.group_buy_id`

const SETTLE_DUE = `
  update public.group_buys set status = 'settling'
  where status = 'closed' and payment_due_at <= clock_timestamp() and not (allow_extension and extended_at is null)
    and not exists (select from public.orders o where o.group_buy_id = group_buys.id and o.status = 'pending')`

// Nobody paid, so there is nothing to honour and nothing to give back.
const FAIL_UNPAID = `
  update public.group_buys set status = 'failed', end_reason = 'the minimum was not reached'
  where status = 'settling' and paid_participants = 0 and payment_due_at < clock_timestamp() - interval '12 hours'`
