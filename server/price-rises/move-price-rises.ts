import type pg from 'pg'
import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import { decideBatch } from './decide-price-rise.ts'
import { remindPeople } from './remind-people.ts'
import { returnBatch } from './return-differences.ts'

/**
 * Reminds people who have not answered, decides votes that have ended, and gives back differences that were paid before
 * a shop withdrew. Each step goes on where a killed run stopped. Returns the faults, one per price rise.
 */
export async function movePriceRises(database: Database, siteUrl: string): Promise<unknown[]> {
  const { rows } = await database.as(
    CLOCK,
    (tx) =>
      tx.query<DueRise>(
        `select r.id, r.group_buy_id, case when r.status = 'withdrawn' then 'return' when r.ends_at <= clock_timestamp() then 'decide' else 'remind' end as step
         from public.price_rises r where r.finished_at is null and (r.status = 'withdrawn' or r.ends_at <= clock_timestamp()
           or (r.reminded_at is null and r.ends_at <= clock_timestamp() + interval '4 hours')) order by r.ends_at limit 50`,
      ),
    { readOnly: true },
  )
  const faults: unknown[] = []
  for (const { id, group_buy_id: buyId, step } of rows)
    await runBatches(database, buyId, (tx) => STEPS[step](tx, { id, buyId, siteUrl })).catch((fault: unknown) =>
      faults.push(fault),
    )
  return faults
}

interface DueRise {
  id: string
  group_buy_id: string
  step: 'remind' | 'decide' | 'return'
}

/** Each returns true while there may be more orders. They run under the buy's lock. */
const STEPS = { remind: remindPeople, decide: decideBatch, return: returnBatch }

async function runBatches(
  database: Database,
  buyId: string,
  run: (tx: pg.PoolClient) => Promise<boolean>,
): Promise<void> {
  let hasMore = true
  while (hasMore) {
    hasMore = await database.as(CLOCK, async (tx) => {
      await tx.query('select from public.group_buys where id = $1 for no key update', [buyId])
      return run(tx)
    })
  }
}
