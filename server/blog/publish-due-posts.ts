import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'

/** Publishes the scheduled posts that are due. */
export async function publishDuePosts(database: Database): Promise<void> {
  await database.as(CLOCK, (tx) =>
    tx.query(`update public.blog_posts set status = 'published' where status = 'scheduled' and published_at <= now()`),
  )
}
