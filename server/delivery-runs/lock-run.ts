import type pg from 'pg'

export interface RunRow {
  id: string
  pickup_point_id: string | null
  vendor_id: string | null
  rider_id: string
  rider: string
  window_from: Date
  window_until: Date
  status: 'planned' | 'out' | 'ended'
  plans: boolean
  rides: boolean
}

interface LockRunQuery {
  runId: string | null
  personId: string
  /** Orders to add to it. */
  orderIds?: readonly string[]
}

/** Lock order: the orders, then the run. Changes of a stop hold its order's lock. */
export async function lockRun(
  tx: pg.ClientBase,
  { runId, personId, orderIds = [] }: LockRunQuery,
): Promise<RunRow | undefined> {
  await tx.query(
    `select from public.orders where id = any ($2::uuid[]) or id in (select order_id from public.delivery_stops where run_id = $1 and status = 'open')
     order by id for no key update`,
    [runId, orderIds],
  )
  const { rows } = await tx.query<RunRow>(
    `select r.id, r.pickup_point_id, r.vendor_id, r.rider_id, u.full_name as rider, r.window_from, r.window_until, r.status,
       rights.plans_for($2, r.pickup_point_id, r.vendor_id) as plans, r.id in (select rights.own_runs_of($2)) as rides
     from public.delivery_runs r join public.profiles u on u.id = r.rider_id where r.id = $1 for no key update of r`,
    [runId, personId],
  )
  return rows[0]
}
