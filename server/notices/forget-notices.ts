import { type Database, SERVICE } from '#platform/postgres/database.ts'

/** Old notices go, read or not: the mails' log and the pages they lead to keep what happened. */
export async function forgetNotices(database: Database): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(
      `delete from public.notices where created_at < now() - make_interval(days => public.whole_setting('notices_kept_days'))`,
    ),
  )
}
