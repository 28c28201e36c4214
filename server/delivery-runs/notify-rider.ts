import type pg from 'pg'
import type { MessageFacts } from '#domain/all-messages.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

interface TakenRuns {
  runIds: readonly string[]
  riderId: string
  siteUrl: string
}

/** Tells a rider which runs of somebody else are theirs now, in the caller's transaction. */
export async function notifyRider(tx: pg.PoolClient, { runIds, riderId, siteUrl }: TakenRuns): Promise<void> {
  const { rows } = await tx.query<MessageFacts<'run-taken-over'> & { email: string | null }>(
    `select coalesce(p.name, v.business_name, '') as place, r.window_from as "from", r.window_until as until, r.status = 'out' as "hasLeft",
       (select count(*)::integer from public.delivery_stops s where s.run_id = r.id and s.status = 'open') as "stopCount",
       (select jsonb_build_object('orderNo', o.order_no, 'area', a.lga) from public.delivery_stops s
        join public.orders o on o.id = s.order_id join public.order_addresses a on a.order_id = o.id
        where s.run_id = r.id and s.status = 'open' order by s.position limit 1) as next, rights.email_of($2) as email
     from public.delivery_runs r left join public.pickup_points p on p.id = r.pickup_point_id left join public.vendors v on v.id = r.vendor_id
     where r.id = any ($1::uuid[]) order by r.window_from, r.id`,
    [runIds, riderId],
  )
  const notifications = rows.map(({ email, ...facts }) => ({ to: email, person: riderId, facts, siteUrl }))
  await notifyEach(tx, 'run-taken-over', notifications)
}
