import { type Database, SERVICE } from '../postgres/database.ts'

const BATCH_ROWS = 500

/** Deletes what nobody has asked for in so many days, in batches so that no delete holds locks for long. */
export async function forgetDrawnPapers(database: Database, keepDays = 90): Promise<number> {
  let forgotten = 0
  for (;;) {
    const count = await database.as(SERVICE, async (tx) => {
      const { rowCount } = await tx.query(
        `delete from public.drawn_papers where digest in (
           select digest from public.drawn_papers
           where used_at < now() - make_interval(days => $1) limit $2 for update skip locked)`,
        [keepDays, BATCH_ROWS],
      )
      return rowCount ?? 0
    })
    forgotten += count
    if (count < BATCH_ROWS) return forgotten
  }
}
