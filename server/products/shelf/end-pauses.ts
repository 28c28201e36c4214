import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'

/**
 * Ends the pauses of products and shops that are over. Orders are accepted from the time itself on; this tells lists, cached pages and people
 * who wait for the product. A locked row follows in the next run.
 */
export async function endPauses(database: Database): Promise<void> {
  await database.as(CLOCK, (tx) => tx.query(END_PAUSES))
  await database.as(CLOCK, (tx) => tx.query(END_SHOP_PAUSES))
}

const END_PAUSES = `update public.products set paused_until = null where id = any (array(
  select id from public.products where paused_until <= clock_timestamp() order by id limit 500 for no key update skip locked))`

const END_SHOP_PAUSES = `update public.vendors set paused_until = null, pause_note = '' where id = any (array(
  select id from public.vendors where paused_until <= clock_timestamp() order by id limit 500 for no key update skip locked))`
