import type pg from 'pg'
import { personId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import { placeId } from '../places.ts'
import { STORED_ORDERS, storedCheckoutId } from './stored-orders-table.ts'

const HUB = placeId('lagos')

/** Adds the history of orders stored at the hub: partial hand-overs, reminders and uncollected goods. */
export async function seedStoredOrders(client: pg.ClientBase, now: Date): Promise<void> {
  const rows = STORED_ORDERS.map((order) => ({
    checkout: storedCheckoutId(order.buyer, order.food),
    way: order.isStockpiled ? 'stockpile' : 'pickup',
    units: order.taken?.units ?? 0,
    taken_at: order.taken ? after(now, -24 * order.taken.daysAgo) : null,
    reminded: order.reminded,
    is_left: order.left !== undefined,
    preferred_outcome: order.left?.preferredOutcome ?? null,
    preferred_at: order.left?.preferredOutcome ? after(now, -5) : null,
    called_at: order.left?.calledDaysAgo == null ? null : after(now, -24 * order.left.calledDaysAgo),
  }))
  const json = JSON.stringify(rows)
  await client.query(SET_DESTINATION, [json, HUB])
  // Dates are written last, because collection periods are counted from them. A ready order's sharing day is not after
  // its ready time.
  await client.query(`select set_config('session_replication_role', 'replica', true)`)
  await client.query(
    `update public.order_lines l set share_date = least(l.share_date, (o.ready_at at time zone 'Africa/Lagos')::date)
     from public.orders o where o.id = l.order_id and o.status = 'ready' and o.group_buy_id is null`,
  )
  await client.query(`select set_config('session_replication_role', 'origin', true)`)
  await client.query(
    `update public.hand_overs h set due_from = o.ready_at, due_until = public.collect_until(o.id, h.kind, o.ready_at)
     from public.orders o where o.id = h.order_id and h.status = 'open' and o.ready_at is not null`,
  )
  await client.query(HAND_OVER_PART, [json, personId('hub')])
  await client.query(`select set_config('session_replication_role', 'replica', true)`)
  await client.query(DATE_PARTS, [json])
  await client.query(INSERT_UNCOLLECTED, [json])
  await client.query(`select set_config('session_replication_role', 'origin', true)`)
  await client.query(
    `insert into public.collection_reminders (order_id, step, sent_at)
     select o.id, s.step, $2 from ${ROWS} join public.orders o on o.checkout_id = t.checkout cross join lateral jsonb_array_elements_text(t.reminded) as s (step)`,
    [json, after(now, -3)],
  )
  await client.query(
    `insert into public.uncollected_calls (order_id, called_by, reached, note, called_at)
     select o.id, $2, false, 'It rang twice. I sent a message as well.', t.called_at from ${ROWS} join public.orders o on o.checkout_id = t.checkout where t.called_at is not null`,
    [json, personId('coordinator')],
  )
}

const ROWS = `jsonb_to_recordset($1::jsonb) as t (checkout uuid, way text, units integer, taken_at timestamptz, reminded jsonb, is_left boolean, preferred_outcome text,
  preferred_at timestamptz, called_at timestamptz)`

const SET_DESTINATION = `update public.orders o set fulfilment = t.way, pickup_point_id = $2 from ${ROWS} where o.checkout_id = t.checkout`

/** Hands over a part; DATE_PARTS then inserts an open hand-over with the same dates for the rest. */
const HAND_OVER_PART = `
  with part as (
    select h.id, h.order_id, l.id as line_id, t.units, (l.unit_price * 100)::bigint * t.units as kobo
    from ${ROWS} join public.orders o on o.checkout_id = t.checkout join public.hand_overs h on h.order_id = o.id and h.status = 'open'
      join public.order_lines l on l.order_id = o.id where t.units > 0
  ), lines as (
    insert into public.hand_over_lines (hand_over_id, line_id, quantity) select id, line_id, units from part returning hand_over_id
  ), done as (
    update public.hand_overs h set status = 'done', done_at = now(), handled_by = $2, proof = 'code', goods_kobo = p.kobo, claim_until = now() + interval '72 hours'
    from part p join lines n on n.hand_over_id = p.id where h.id = p.id returning h.*
  )
  select count(*) from done`

const DATE_PARTS = `
  with part as (
    update public.hand_overs h set done_at = t.taken_at, claim_until = t.taken_at + interval '72 hours', created_at = h.due_from
    from ${ROWS} join public.orders o on o.checkout_id = t.checkout where h.order_id = o.id and h.status = 'done' and t.units > 0 returning h.*
  )
  insert into public.hand_overs (order_id, kind, pickup_point_id, due_from, due_until, created_at)
  select order_id, kind, pickup_point_id, due_from, due_until, done_at from part`

const INSERT_UNCOLLECTED = `
  insert into public.uncollected (order_id, buyer_id, vendor_id, pickup_point_id, kind, perishes, due_until, opened_at, preferred_outcome, preferred_at)
  select o.id, o.user_id, o.vendor_id, h.pickup_point_id, h.kind, public.has_perishables(o.id), h.due_until, public.grace_until(o.id, h.due_until), t.preferred_outcome, t.preferred_at
  from ${ROWS} join public.orders o on o.checkout_id = t.checkout join public.hand_overs h on h.order_id = o.id and h.status = 'open' where t.is_left`
