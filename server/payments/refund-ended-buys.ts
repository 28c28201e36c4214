import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '../clock/move-group-buys.ts'
import { type GivenBack, giveBack, leftKobo } from './give-back.ts'

const BATCH = 200

/**
 * Gives everything back to everybody who paid in a buy that failed or was cancelled, fee and delivery included, in batches.
 * Naira go to the source: only the buyer may choose PEPS.
 */
export async function refundEndedBuys(database: Database): Promise<unknown[]> {
  const { rows: due } = await database.as(CLOCK, (tx) =>
    tx.query<{ id: string; status: string }>(
      `select id, status from public.group_buys g where status in ('failed', 'cancelled')
         and exists (select from public.orders o where o.group_buy_id = g.id and o.status in ('paid', 'confirmed')) limit 50`,
    ),
  )
  const faults: unknown[] = []
  for (const buy of due) await refundBuy(database, buy).catch((fault: unknown) => faults.push(fault))
  return faults
}

async function refundBuy(database: Database, { id, status }: { id: string; status: string }): Promise<void> {
  let given = BATCH
  while (given === BATCH) {
    given = await database.as(CLOCK, async (tx) => {
      await tx.query('select from public.group_buys where id = $1 for no key update', [id])
      const { rows } = await tx.query<GivenBack>(
        `select id, user_id, charged_kobo, peps_kobo, returned_kobo, payment_id from public.orders
         where group_buy_id = $1 and status in ('paid', 'confirmed') order by id limit ${BATCH} for update`,
        [id],
      )
      if (rows.length === 0) return 0
      const reason = status === 'failed' ? 'buy_failed' : 'buy_cancelled'
      await giveBack(tx, rows, { amountKobo: leftKobo, to: 'source', reason })
      return rows.length
    })
  }
}

/** Orders whose refunds have all arrived are refunded. */
export async function finishRefunds(database: Database): Promise<void> {
  await database.as(CLOCK, (tx) =>
    tx.query(
      `update public.orders set status = 'refunded' where id in (select o.id from public.orders o where o.status = 'refunding'
         and not exists (select from public.refunds f where f.order_id = o.id and f.status <> 'processed') order by o.updated_at limit 500 for update skip locked)`,
    ),
  )
}
