import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyEach } from './queue-system-mail.ts'

interface SearchDeps {
  database: Database
  siteUrl: string
}

/** Searches per run: those that were checked longest ago, so that a run is short however many there are. */
const BATCH_SIZE = 200

/**
 * Runs saved searches, and tells their people when a product or group buy matches exactly. The search is removed in the
 * same transaction, so each is told once.
 */
export async function matchSavedSearches({ database, siteUrl }: SearchDeps): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const checked = await tx.query<{ id: string }>(CHECK, [BATCH_SIZE])
    if (checked.rows.length === 0) return
    const { rows } = await tx.query<FoundSearch>(TAKE_FOUND, [checked.rows.map(({ id }) => id)])
    const found = rows.filter((row) => row.is_recipient)
    if (found.length === 0) return
    await notifyEach(
      tx,
      'search-found',
      found.map((row) => ({
        to: row.email,
        person: row.person_id,
        siteUrl,
        facts: { words: row.words, title: row.title },
      })),
    )
  })
}

/** Locks the searches, so that a run beside this one takes others. */
const CHECK = `with next as (select id from public.saved_searches order by checked_at, id limit $1 for update skip locked)
  update public.saved_searches s set checked_at = clock_timestamp() from next where s.id = next.id returning s.id`

const TAKE_FOUND = `with found as (
    select s.id, hit.title from public.saved_searches s
    cross join lateral (select h.title from public.search(s.words, 1) h
      where h.kind in ('group_buy', 'product') and not h.is_near order by h.kind limit 1) hit
    where s.id = any ($1::uuid[])
  )
  delete from public.saved_searches s using found f where s.id = f.id
  returning s.person_id, s.words, f.title, rights.email_of(s.person_id) as email, rights.can_sign_in(s.person_id) as is_recipient`

interface FoundSearch {
  person_id: string
  words: string
  /** The best match. */
  title: string
  email: string | null
  is_recipient: boolean
}
