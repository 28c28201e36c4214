import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { releaseHandOver } from './release-hand-over.ts'

const BATCH_SIZE = 200

/**
 * Releases due hand-overs, each in its own transaction that locks one order and not its buy, so that joins are not
 * blocked. One failure does not stop the others.
 */
export async function releaseHandOvers(database: Database): Promise<void> {
  const faults: unknown[] = []
  const { rows } = await database.as(CLOCK, (tx) =>
    tx.query<{ id: string }>(
      `select h.id from public.hand_overs h join public.orders o on o.id = h.order_id
       where h.status = 'done' and h.released_at is null and h.claim_until <= clock_timestamp() and o.status in ('ready', 'collected', 'delivered')
         and not public.has_open_claim(h.id) and not public.has_open_dispute(o.id) order by h.claim_until limit $1`,
      [BATCH_SIZE],
    ),
  )
  for (const { id } of rows) {
    await database.as(CLOCK, (tx) => releaseHandOver(tx, id)).catch((fault: unknown) => faults.push(fault))
  }
  await database.as(CLOCK, (tx) => tx.query(COMPLETE_BUYS)).catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} hand-overs could not be released, or buys not completed`)
}

// Completes buys whose orders have all ended. Locked buys are skipped.
const COMPLETE_BUYS = `update public.group_buys set status = 'completed' where id = any (array(
  select b.id from public.group_buys b where b.status = 'ready' and not exists (select from public.orders o where o.group_buy_id = b.id
    and o.status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered', 'refunding')) order by b.id limit 50 for no key update skip locked))`
