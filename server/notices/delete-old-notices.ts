import { type Database, SERVICE } from '#platform/postgres/database.ts'

/** Deletes old notices, read or not: the mail log and the linked pages retain what happened. */
export async function deleteOldNotices(database: Database): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(
      `delete from public.notices where created_at < now() - make_interval(days => public.whole_setting('notice_retention_days'))`,
    ),
  )
}
