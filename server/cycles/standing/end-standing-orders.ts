import { CLOCK } from '#server/identities.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import type { CycleJob } from '../cycle-job.ts'

const BATCH = 200

/** Ends the standing orders of cycles that have ended, and tells their buyers. Returns the faults. */
export async function endStandingOrders({ database, siteUrl }: CycleJob): Promise<unknown[]> {
  const ended = await database.as(CLOCK, async (tx) => {
    const { rows } = await tx.query<{ person_id: string; email: string | null; product: string }>(
      `with due as (select s.id from public.standing_orders s join public.buy_cycles c on c.id = s.cycle_id and c.status = 'ended'
         where s.status <> 'ended' order by s.id limit ${BATCH} for update of s skip locked)
       update public.standing_orders s set status = 'ended', pause_reason = null, skips_next = false, ended_at = clock_timestamp()
       from due, public.buy_cycles c join public.products p on p.id = c.product_id where s.id = due.id and c.id = s.cycle_id
       returning s.person_id, rights.email_of(s.person_id) as email, p.name as product`,
    )
    await notifyEach(
      tx,
      'standing-order-stopped',
      rows.map(({ person_id: person, email, product }) => ({
        to: email,
        person,
        facts: { product, why: 'ended' as const },
        siteUrl,
      })),
    )
    return rows.length
  })
  return ended === BATCH ? endStandingOrders({ database, siteUrl }) : []
}
