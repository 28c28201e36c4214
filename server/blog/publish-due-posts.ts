import { type Database, SERVICE } from '#platform/postgres/database.ts'

/** A scheduled post becomes published when its time has come. */
export async function publishDuePosts(database: Database): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(`update public.blog_posts set status = 'published' where status = 'scheduled' and published_at <= now()`),
  )
}
