import type pg from 'pg'
import { type Refusal, refuse } from '#domain/refusal.ts'

/**
 * Refuses payment of orders to collect whose place is missing or closed, unless the shop's state has no place at all.
 * Orders without a place are first given the shop's default place. The caller holds the orders' locks.
 */
export async function ensureCollectionPlace(tx: pg.ClientBase, orderIds: readonly string[]): Promise<Refusal | null> {
  const { rows: placeless } = await tx.query<{ id: string }>(
    `select id from public.orders where id = any ($1::uuid[]) and status = 'pending' and fulfilment <> 'delivery' and pickup_point_id is null order by id`,
    [orderIds],
  )
  for (const { id } of placeless)
    await tx.query(
      `update public.orders set pickup_point_id = public.usual_place(vendor_id) where id = $1 and public.usual_place(vendor_id) is not null
         and not public.is_being_paid(id)`,
      [id],
    )
  const { rows } = await tx.query<{ is_closed: boolean }>(
    `select o.pickup_point_id is not null as is_closed from public.orders o left join public.pickup_points p on p.id = o.pickup_point_id
     where o.id = any ($1::uuid[]) and o.status = 'pending' and o.fulfilment <> 'delivery' and not public.is_being_paid(o.id)
       and (p.closed_at is not null or (o.pickup_point_id is null and public.has_place(o.vendor_id)))`,
    [orderIds],
  )
  if (!rows[0]) return null
  return refuse(rows[0].is_closed ? 'place_closed' : 'place_needed')
}
