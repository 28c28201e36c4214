import type pg from 'pg'

/**
 * A visit: all that is ready for one person at one place, which has one code (design.md 9). Goods brought to the door are
 * no visit.
 */
const OTHERS = `
  from public.hand_overs t join public.orders o on o.id = t.order_id
    join public.orders p on p.user_id = o.user_id and p.status = 'ready' join public.hand_overs h on h.order_id = p.id and h.status = 'open'
  where t.id = any ($1::uuid[]) and h.id <> t.id and t.kind <> 'delivery' and h.kind <> 'delivery' and h.pickup_point_id is not distinct from t.pickup_point_id
    and (t.pickup_point_id is not null or p.vendor_id = o.vendor_id)`

/** Locks the orders of a visit in one order, so that concurrent acts on it wait for each other. */
export const lockVisit = (tx: pg.ClientBase, handOverId: string): Promise<void> => lockVisits(tx, [handOverId])

/** The same for the visits of several hand-overs, some of which may have ended. */
export async function lockVisits(tx: pg.ClientBase, handOverIds: readonly string[]): Promise<void> {
  await tx.query(
    `select from public.orders where id in (select order_id from public.hand_overs where id = any ($1::uuid[]) union select p.id ${OTHERS}) order by id for no key update`,
    [handOverIds],
  )
}

/** The other open hand-overs of the visit, the oldest first. The caller holds its locks. */
export async function listVisit(tx: pg.ClientBase, handOverId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(`select h.id ${OTHERS} order by h.created_at, h.id`, [[handOverId]])
  return rows.map(({ id }) => id)
}
