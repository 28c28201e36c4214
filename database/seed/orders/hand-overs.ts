import type pg from 'pg'
import { isPerishableFood } from '../foods/foods.ts'
import { demoId, personId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import type { Order } from '../model.ts'
import { placeId } from '../places.ts'
import { type DatedMove, insertRows, setCause } from '../rows.ts'
import type { BulkOrder } from './bulk-orders.ts'

const HUB = placeId('lagos')
/** The shop whose ready orders are collected at the hub; those of all other shops are collected at the shop. */
const HUB_SHOP = 'epe'

/** Makes hub@ajoja.test hand-over staff of the hub in Lagos, and moves ready orders of HUB_SHOP there. */
async function staffHub(client: pg.ClientBase, orders: readonly (Order | BulkOrder)[]): Promise<void> {
  await insertRows(client, 'public.memberships', [
    {
      id: demoId('membership', 'hub'),
      person_id: personId('hub'),
      pickup_point_id: HUB,
      duty: 'hand-over',
      added_by: personId('coordinator'),
    },
  ])
  const there = orders.filter((order) => orderVendor(order).key === HUB_SHOP && order.status === 'ready')
  await client.query(
    `update public.orders set pickup_point_id = $2 where id = any ($1::uuid[]) and fulfilment = 'pickup'`,
    [there.map(({ id }) => id), HUB],
  )
}

export const handOverId = (orderId: string) => demoId('hand-over', orderId)

const orderVendor = (order: Order | BulkOrder) => ('buy' in order ? order.buy.food.vendor : order.vendor)

function claimHours(order: Order | BulkOrder): number {
  const foods = 'buy' in order ? [order.buy.food] : order.items.map(({ food }) => food)
  return foods.every(isPerishableFood) ? 12 : 72
}

/**
 * Hands over collected and delivered orders as the commands do: goods, proof, then the order; and the release after the
 * claim period. Returns the moves to backdate. The dates of hand-overs are written last.
 */
export async function seedHandOvers(
  client: pg.ClientBase,
  orders: readonly (Order | BulkOrder)[],
): Promise<DatedMove[]> {
  const taken = orders.filter(
    (order): order is (Order | BulkOrder) & { handedOverAt: Date } => order.handedOverAt !== null,
  )
  await staffHub(client, orders)
  const ids = orders.map(({ id }) => ({ order_id: id, id: handOverId(id) }))
  await client.query(
    `update public.hand_overs h set id = s.id from jsonb_to_recordset($1::jsonb) as s (order_id uuid, id uuid) where h.order_id = s.order_id and h.status = 'open'`,
    [JSON.stringify(ids)],
  )
  const rows = taken.map((order) => ({
    id: handOverId(order.id),
    order_id: order.id,
    owner: orderVendor(order).ownerId,
    at: order.handedOverAt,
    status: order.fulfilment === 'delivery' ? 'delivered' : 'collected',
    claim_until: order.completedAt ?? after(order.handedOverAt, claimHours(order)),
    completed_at: order.completedAt,
  }))
  const json = JSON.stringify(rows)
  await client.query(
    `insert into public.hand_over_lines (hand_over_id, line_id, quantity) select s.id, l.id, l.quantity
     from jsonb_to_recordset($1::jsonb) as s (id uuid, order_id uuid) join public.order_lines l on l.order_id = s.order_id`,
    [json],
  )
  await client.query(
    `update public.hand_overs h set status = 'done', done_at = now(), handled_by = s.owner, proof = 'code', claim_until = '-infinity',
       goods_kobo = (o.total_amount * 100)::bigint
     from jsonb_to_recordset($1::jsonb) as s (id uuid, owner uuid) join public.hand_overs d on d.id = s.id join public.orders o on o.id = d.order_id
     where h.id = s.id`,
    [json],
  )
  for (const owner of new Set(rows.map(({ owner }) => owner))) {
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ cause: 'hub', act: owner }),
    ])
    await client.query(
      `update public.orders o set status = s.status, handed_over_at = s.at
       from jsonb_to_recordset($1::jsonb) as s (order_id uuid, status text, at timestamptz, owner uuid) where o.id = s.order_id and s.owner = $2`,
      [json, owner],
    )
  }
  await client.query(
    `update public.hand_overs h set released_at = now(), released_kobo = h.goods_kobo
     from jsonb_to_recordset($1::jsonb) as s (id uuid, completed_at timestamptz) where h.id = s.id and s.completed_at is not null`,
    [json],
  )
  await setCause(client, 'clock')
  await client.query(
    `update public.orders o set status = 'completed', completed_at = s.completed_at
     from jsonb_to_recordset($1::jsonb) as s (order_id uuid, completed_at timestamptz) where o.id = s.order_id and s.completed_at is not null`,
    [json],
  )
  await client.query(`select set_config('request.jwt.claims', '', true)`)
  await backdateHandOvers(client, json)
  return rows.flatMap(({ order_id: id, status, at, completed_at }) => [
    { id, to: status, at },
    ...(completed_at ? [{ id, to: 'completed', at: completed_at }] : []),
  ])
}

/** Triggers are off, because the guards reject past dates. */
async function backdateHandOvers(client: pg.ClientBase, json: string): Promise<void> {
  await client.query(`select set_config('session_replication_role', 'replica', true)`)
  await client.query(
    `update public.hand_overs h set created_at = h.due_from, done_at = s.at, claim_until = s.claim_until, released_at = s.completed_at
     from jsonb_to_recordset($1::jsonb) as s (id uuid, at timestamptz, claim_until timestamptz, completed_at timestamptz) where h.id = s.id`,
    [json],
  )
  await client.query(`select set_config('session_replication_role', 'origin', true)`)
}
