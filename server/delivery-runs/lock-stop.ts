import type pg from 'pg'

export interface StopRow {
  run_id: string
  order_id: string
  order_no: number
  vendor_id: string
  status: string
  run_status: string
  hub_id: string | null
  plans: boolean
  rides: boolean
}

interface LockStopQuery {
  stopId: string
  personId: string
}

/** Reads a stop under its order's lock, which serialises hand-over, refund, failed delivery and removal. */
export async function lockStop(tx: pg.ClientBase, { stopId, personId }: LockStopQuery): Promise<StopRow | undefined> {
  await tx.query(
    'select from public.orders where id = (select order_id from public.delivery_stops where id = $1) for no key update',
    [stopId],
  )
  const { rows } = await tx.query<StopRow>(
    `select s.run_id, s.order_id, o.order_no::integer, o.vendor_id, s.status, r.status as run_status, r.pickup_point_id as hub_id,
       rights.plans_for($2, r.pickup_point_id, r.vendor_id) as plans,
       r.rider_id = $2 and rights.rides_for($2, r.pickup_point_id, r.vendor_id) as rides
     from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id join public.orders o on o.id = s.order_id where s.id = $1`,
    [stopId, personId],
  )
  return rows[0]
}
