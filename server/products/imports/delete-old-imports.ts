import { type Database, SERVICE } from '#platform/postgres/database.ts'

/**
 * Deletes checked imports that were not started within a day, and finished ones after 90 days. Until then a row that is
 * imported again is recognised, so that its stock is not counted twice.
 */
export async function deleteOldImports(database: Database): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(
      `delete from public.product_imports where status = 'checked' and created_at < now() - interval '1 day'
         or status = 'done' and ended_at < now() - interval '90 days'`,
    ),
  )
}
