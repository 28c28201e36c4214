import { type Database, SERVICE } from '#platform/postgres/database.ts'

const BATCH_ROWS = 500

/**
 * Deletes PDFs that have not been requested for `keepDays`, in batches so that no statement holds locks for long.
 * Returns how many.
 */
export async function deleteUnusedPdfs(database: Database, keepDays = 90): Promise<number> {
  let deleted = 0
  for (;;) {
    const count = await database.as(SERVICE, async (tx) => {
      const { rowCount } = await tx.query(
        `delete from public.rendered_pdfs where digest = any (array(
           select digest from public.rendered_pdfs
           where used_at < now() - make_interval(days => $1) limit $2 for update skip locked))`,
        [keepDays, BATCH_ROWS],
      )
      return rowCount ?? 0
    })
    deleted += count
    if (count < BATCH_ROWS) return deleted
  }
}
