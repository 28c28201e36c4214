import { type Database, SERVICE } from '#platform/postgres/database.ts'

const BATCH_ROWS = 1_000

/**
 * Deletes keys older than `keepHours` (at least 72, during which clients still retry), in batches so that no delete
 * holds locks for long. Returns the number of deleted keys.
 */
export async function deleteExpiredIdempotencyKeys(database: Database, keepHours = 168): Promise<number> {
  let deleted = 0
  for (;;) {
    const count = await database.as(SERVICE, async (tx) => {
      const { rowCount } = await tx.query(
        `delete from public.idempotency_keys where ctid = any (array(
           select ctid from public.idempotency_keys
           where created_at < now() - make_interval(hours => $1) limit $2 for update skip locked))`,
        [Math.max(72, Math.floor(keepHours)), BATCH_ROWS],
      )
      return rowCount ?? 0
    })
    deleted += count
    if (count < BATCH_ROWS) return deleted
  }
}
