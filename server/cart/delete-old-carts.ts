import { type Database, SERVICE } from '#platform/postgres/database.ts'

/**
 * Deletes tombstones of removed lines after 31 days, one more than offline devices may sync, and deleted lists after a
 * day.
 */
export async function deleteOldCarts(database: Database): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(`delete from public.cart_items where quantity = 0 and changed_at < now() - interval '31 days'`),
  )
  await database.as(SERVICE, (tx) =>
    tx.query(`delete from public.saved_lists where deleted_at < now() - interval '1 day'`),
  )
}
