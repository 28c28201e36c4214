import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from './move-group-buys.ts'

const AT_ONCE = 200

/** Checkouts whose hold has passed unpaid end by the database's clock, and their orders with them (`end_orders_of_checkout`). */
export async function expireHolds(database: Database): Promise<void> {
  let moved = AT_ONCE
  while (moved === AT_ONCE) {
    const { rowCount } = await database.as(CLOCK, (tx) => tx.query(EXPIRE, [AT_ONCE]))
    moved = rowCount ?? 0
  }
}

const EXPIRE = `update public.checkouts set status = 'expired' where id in (select id from public.checkouts
  where status = 'open' and hold_expires_at <= clock_timestamp() order by hold_expires_at limit $1 for update skip locked)`
