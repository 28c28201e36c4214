import type pg from 'pg'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

/** Maximum number of people per transaction, so that a notice to a whole state holds no locks for long. */
const LISTED_AT_ONCE = 2000
const NOTIFIED_AT_ONCE = 500

interface RegionDeps {
  database: Database
  siteUrl: string
}

/**
 * Sends a notice to the people of its states. Queued by the trigger `schedule_region_broadcast`. First its recipients are
 * listed, then they are told; each batch is a transaction that records how far it came, so a run that dies is continued
 * where it stopped and each person is told once.
 */
export async function notifyRegion({ database, siteUrl }: RegionDeps, payload: unknown): Promise<void> {
  const { broadcast_id: id } = payload as { broadcast_id: string }
  const inTurn = async (step: (tx: pg.PoolClient) => Promise<boolean>) => {
    while (await database.as(SERVICE, step));
  }
  await database.as(SERVICE, (tx) =>
    tx.query(
      `update public.region_broadcasts set status = 'sending' where id = $1 and status = 'scheduled' and starts_at <= clock_timestamp()`,
      [id],
    ),
  )
  await inTurn((tx) => listBatch(tx, id))
  await inTurn((tx) => notifyBatch(tx, { id, siteUrl }))
}

/** Looks at the next people in order of ids; false once there are no more. Concurrent runs queue for the row. */
async function listBatch(tx: pg.PoolClient, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ states: string[]; audience: string; last_person_id: string | null }>(
    `select states, audience, last_person_id from public.region_broadcasts where id = $1 and status = 'sending' and not all_listed for no key update`,
    [id],
  )
  const [broadcast] = rows
  if (!broadcast) return false
  const { rows: next } = await tx.query<{ people: string[] | null }>(
    `select array_agg(p.id order by p.id) as people from (
       select id from public.profiles where $1::uuid is null or id > $1 order by id limit ${LISTED_AT_ONCE}) p`,
    [broadcast.last_person_id],
  )
  const people = next[0]?.people ?? []
  const { rowCount } = await tx.query(
    `insert into public.region_broadcast_recipients (broadcast_id, person_id)
     select $1, person from public.people_of_region($2, $3, $4) as person on conflict do nothing`,
    [id, broadcast.states, broadcast.audience, people],
  )
  const isDone = people.length < LISTED_AT_ONCE
  await tx.query(
    `update public.region_broadcasts set last_person_id = coalesce($2, last_person_id), recipients = recipients + $3, all_listed = $4 where id = $1`,
    [id, people.at(-1) ?? null, rowCount ?? 0, isDone],
  )
  return !isDone
}

/** Tells the next recipients; false once there are no more. */
async function notifyBatch(tx: pg.PoolClient, { id, siteUrl }: { id: string; siteUrl: string }): Promise<boolean> {
  const { rows: broadcasts } = await tx.query<{ title: string; body: string }>(
    `select title, body from public.region_broadcasts where id = $1 and status = 'sending' and all_listed for no key update`,
    [id],
  )
  const [broadcast] = broadcasts
  if (!broadcast) return false
  const { rows } = await tx.query<{ person: string; email: string | null }>(
    `with next as (select r.person_id from public.region_broadcast_recipients r where r.broadcast_id = $1 and r.notified_at is null
       order by r.person_id limit ${NOTIFIED_AT_ONCE} for update)
     update public.region_broadcast_recipients r set notified_at = clock_timestamp() from next
     where r.broadcast_id = $1 and r.person_id = next.person_id returning r.person_id as person, rights.email_of(r.person_id) as email`,
    [id],
  )
  const facts = { title: broadcast.title, message: broadcast.body }
  if (rows.length > 0)
    await notifyEach(
      tx,
      'region-notice',
      rows.map(({ person, email: to }) => ({ to, person, facts, siteUrl })),
    )
  const isDone = rows.length < NOTIFIED_AT_ONCE
  await tx.query(
    `update public.region_broadcasts set delivered = delivered + $2, status = case when $3 then 'sent' else status end,
       ended_at = case when $3 then clock_timestamp() end where id = $1`,
    [id, rows.length, isDone],
  )
  return !isDone
}
