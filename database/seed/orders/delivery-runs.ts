import type pg from 'pg'
import { HOUR_MS } from '#domain/time/calendar.ts'
import { demoId, personId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import { placeId } from '../places.ts'
import { type DatedMove, insertRows } from '../rows.ts'

const HUB = placeId('lagos')
const RUN = demoId('delivery run', 'today')
const RIDER = personId('rider')

/**
 * A running delivery run: rider@ajoja.test has delivered one order, failed with another, and has two left. Written
 * through the guards. Returns the move to backdate.
 */
export async function seedDeliveryRun(client: pg.ClientBase, now: Date): Promise<DatedMove[]> {
  const { rows } = await client.query<{ id: string }>(
    `select o.id from public.orders o join public.order_addresses a on a.order_id = o.id
     where o.status = 'ready' and o.fulfilment = 'delivery' and o.delivered_by = 'market' and a.state = 'Lagos' order by o.order_no limit 4`,
  )
  const [delivered, failed] = rows
  if (!delivered || !failed) return []
  await insertRows(client, 'public.memberships', [
    { person_id: RIDER, pickup_point_id: HUB, duty: 'delivery', added_by: personId('coordinator') },
  ])
  const [plannedAt, startedAt, deliveredAt, failedAt] = [-5, -2, -1.4, -0.8].map((hours) => after(now, hours))
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const window = { window_from: after(hour, -2), window_until: after(hour, 4) }
  await insertRows(client, 'public.delivery_runs', [
    {
      id: RUN,
      pickup_point_id: HUB,
      rider_id: RIDER,
      ...window,
      status: 'planned',
      planned_by: personId('hub'),
      created_at: plannedAt,
    },
  ])
  await insertRows(
    client,
    'public.delivery_stops',
    rows.map(({ id }, index) => ({
      id: stopId(id),
      run_id: RUN,
      order_id: id,
      position: index + 1,
      created_at: plannedAt,
    })),
  )
  await client.query(`update public.delivery_runs set status = 'out', started_at = $2 where id = $1`, [RUN, startedAt])
  await client.query('update public.delivery_stops set out_at = $2 where run_id = $1', [RUN, startedAt])
  await handOver(client, delivered.id, deliveredAt)
  await client.query(
    `update public.delivery_stops set status = 'failed', reason = 'no-code', note = 'Their phone was off.', ended_at = $2 where id = $1`,
    [stopId(failed.id), failedAt],
  )
  return [{ id: delivered.id, to: 'delivered', at: deliveredAt ?? now }]
}

const stopId = (orderId: string) => demoId('delivery stop', orderId)

/** As the command does: goods, proof, then the order. */
async function handOver(client: pg.ClientBase, orderId: string, at: Date | undefined): Promise<void> {
  await client.query(
    `insert into public.hand_over_lines (hand_over_id, line_id, quantity) select h.id, u.line_id, u.quantity
     from public.hand_overs h cross join lateral public.units_left(h.order_id) u where h.order_id = $1 and h.status = 'open' and u.quantity > 0`,
    [orderId],
  )
  await client.query(
    `update public.hand_overs h set status = 'done', done_at = $2::timestamptz, handled_by = $3, proof = 'code', goods_kobo = public.goods_left_kobo(h.order_id),
       claim_until = $2::timestamptz + public.claim_time(h.id) where h.order_id = $1 and h.status = 'open'`,
    [orderId, at, RIDER],
  )
  await client.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ cause: 'hub', act: RIDER }),
  ])
  await client.query(`update public.orders set status = 'delivered', handed_over_at = $2 where id = $1`, [orderId, at])
  await client.query(`select set_config('request.jwt.claims', '', true)`)
}
