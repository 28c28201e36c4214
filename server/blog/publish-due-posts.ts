import type { Database } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'

/** Publishes the scheduled posts that are due. One without a text, from before `guard_post`, would stop all others. */
export async function publishDuePosts(database: Database): Promise<void> {
  await database.as(CLOCK, (tx) =>
    tx.query(
      `update public.blog_posts set status = 'published' where status = 'scheduled' and published_at <= now() and content ~ '[^[:space:]]'`,
    ),
  )
}
