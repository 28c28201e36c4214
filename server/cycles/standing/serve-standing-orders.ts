import { CLOCK } from '#server/identities.ts'
import type { CycleJob } from '../cycle-job.ts'
import { serveStandingOrder } from './serve-standing-order.ts'

const BATCH = 200
/** The job runs again soon, and gives other jobs a turn meanwhile. */
const MOST_BATCHES = 10

/**
 * Serves the standing orders of open rounds, the oldest first, each in a transaction of its own: a buyer who cannot be
 * served does not hold up the next. Returns the faults.
 */
export async function serveStandingOrders({ database, siteUrl }: CycleJob): Promise<unknown[]> {
  const faults: unknown[] = []
  for (let batch = 0; batch < MOST_BATCHES && faults.length === 0; batch += 1) {
    const due = await database.as(CLOCK, (tx) => tx.query<DueOrder>(DUE), { readOnly: true })
    for (const { id, buy_id: buyId } of due.rows)
      await database
        .as(CLOCK, (tx) => serveStandingOrder(tx, { id, buyId, siteUrl }))
        .catch((fault: unknown) => faults.push(fault))
    if (due.rows.length < BATCH) break
  }
  return faults
}

interface DueOrder {
  id: string
  buy_id: string
}

const DUE = `select s.id, g.id as buy_id from public.group_buys g
  join public.standing_orders s on s.cycle_id = g.cycle_id and s.status = 'active' and s.active_since < g.published_at
  where g.status = 'active' and g.cycle_id is not null and g.end_date > clock_timestamp() and public.price_vote_until(g) is null and not public.is_paused('orders')
    and not exists (select from public.standing_rounds r where r.standing_order_id = s.id and r.group_buy_id = g.id)
  order by g.published_at, s.created_at, s.id limit ${BATCH}`
