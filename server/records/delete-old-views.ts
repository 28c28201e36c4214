import { type Database, SERVICE } from '#platform/postgres/database.ts'

/** Deletes entries of opened records after 24 months. */
export async function deleteOldViews(database: Database): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(`delete from public.record_views where hour < now() - interval '24 months'`),
  )
}
