import type pg from 'pg'
import type { HandOverConflict } from '#domain/hand-overs/conflict-texts.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

interface ConflictNotice {
  handOverId: string
  conflict: HandOverConflict
  at: Date
  siteUrl: string
}

/** Tells the buyer of a hand-over that did not count, once until it is settled: the same act may be written down twice. */
export async function notifyOfConflict(
  tx: pg.PoolClient,
  { handOverId, conflict, at, siteUrl }: ConflictNotice,
): Promise<void> {
  const { rows } = await tx.query<ConflictRow>(
    `select o.id as order_id, o.user_id, o.order_no::integer, rights.email_of(o.user_id) as email, h.status = 'open' as is_open, coalesce(l.name, v.business_name) as place
     from public.hand_overs h join public.orders o on o.id = h.order_id join public.vendors v on v.id = o.vendor_id
       left join public.pickup_points l on l.id = h.pickup_point_id
     where h.id = $1 and (select count(*) from public.offline_hand_overs f where f.hand_over_id = h.id and f.conflict is not null and f.settled_at is null) = 1`,
    [handOverId],
  )
  const [row] = rows
  if (!row) return
  await queueSystemMail(tx, 'hand-over-conflict', {
    to: row.email,
    person: row.user_id,
    siteUrl,
    facts: { orderId: row.order_id, orderNo: row.order_no, place: row.place, at, conflict, isOpen: row.is_open },
  })
}

interface ConflictRow {
  order_id: string
  user_id: string
  order_no: number
  email: string | null
  is_open: boolean
  place: string
}
