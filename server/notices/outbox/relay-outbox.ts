import type pg from 'pg'
import { isNoticed, type MessageName } from '#domain/all-messages.ts'
import { factsFromJson } from '#domain/notices/facts-json.ts'
import { retryDelayMs } from '#platform/jobs/start-jobs.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { PREFER_INDEX_SCANS } from '#platform/postgres/queries/prefer-index-scans.ts'
import { writeMails, writeMailsAndNotices } from './write-messages.ts'

/** Few enough that the transaction is short, and the rendering doesn't delay requests for long. */
export const OUTBOX_BATCH_SIZE = 500

/**
 * Writes the messages of a batch of due entries and deletes these, in one transaction, so that each message is written
 * exactly once. Several processes may do this at once: SKIP LOCKED divides the work. If that fails, each entry is tried
 * in a transaction of its own; one that fails again is reported and postponed, so that it delays no other. Returns the
 * number of entries that it tried.
 */
export async function relayOutbox(
  database: Database,
  { onFault, limit = OUTBOX_BATCH_SIZE }: { onFault: (fault: unknown) => void; limit?: number },
): Promise<number> {
  try {
    return await database.as(SERVICE, (tx) => relayDue(tx, limit), { settings: PREFER_INDEX_SCANS })
  } catch (fault) {
    const entries = await listDue(database, limit)
    // An empty list or an outage: the batch itself was not at fault.
    if (entries.length === 0) throw fault
    for (const { id, attempts } of entries) await relayAlone(database, { id, attempts, onFault })
    return entries.length
  }
}

/** Milliseconds until the next entry is due; Infinity if there is none. */
export const nextEntryDueInMs = (database: Database): Promise<number> =>
  database.as(
    SERVICE,
    async (tx) => {
      const { rows } = await tx.query<{ wait: number | null }>({
        name: 'next-due-entry',
        text: 'select extract(epoch from min(next_attempt_at) - now())::float8 * 1000 as wait from outbox.entries',
      })
      return rows[0]?.wait ?? Number.POSITIVE_INFINITY
    },
    { readOnly: true, pipelinesCommit: true, settings: PREFER_INDEX_SCANS },
  )

/** Writes the messages of due entries, or of one of them. */
async function relayDue(tx: pg.PoolClient, limit: number, only: bigint | null = null): Promise<number> {
  const { rows } = await tx.query<EntryRow>({
    name: 'take-due-entries',
    text: `delete from outbox.entries where id = any (array(
        select id from outbox.entries where next_attempt_at <= now() and ($2::bigint is null or id = $2)
        order by next_attempt_at, id limit $1 for update skip locked))
      returning id, message, person_id, recipient, site_url, facts, created_at`,
    values: [limit, only],
  })
  await writeEntries(tx, rows)
  return rows.length
}

async function relayAlone(
  database: Database,
  { id, attempts, onFault }: { id: bigint; attempts: number; onFault: (fault: unknown) => void },
): Promise<void> {
  try {
    await database.as(SERVICE, (tx) => relayDue(tx, 1, id), { settings: PREFER_INDEX_SCANS })
  } catch (fault) {
    onFault(fault)
    const error = fault instanceof Error ? fault.message : String(fault)
    await database.as(SERVICE, (tx) =>
      tx.query(
        `update outbox.entries set attempts = attempts + 1, last_error = $2, next_attempt_at = now() + make_interval(secs => $3)
         where id = $1`,
        [id, error.slice(0, 1_000), retryDelayMs(attempts + 1) / 1_000],
      ),
    )
  }
}

async function listDue(database: Database, limit: number): Promise<{ id: bigint; attempts: number }[]> {
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ id: bigint; attempts: number }>(
      'select id, attempts from outbox.entries where next_attempt_at <= now() order by next_attempt_at, id limit $1',
      [limit],
    ),
  )
  return rows
}

/** In the order in which they happened, so that a person's notices are in it as well. */
async function writeEntries(tx: pg.PoolClient, rows: readonly EntryRow[]): Promise<void> {
  const sorted = [...rows].sort((one, other) => (one.id < other.id ? -1 : 1))
  for (const name of new Set(sorted.map(({ message }) => message)))
    await writeNamed(
      tx,
      name,
      sorted.filter(({ message }) => message === name),
    )
}

async function writeNamed(tx: pg.PoolClient, name: MessageName, entries: readonly EntryRow[]): Promise<void> {
  const messages = entries.map(({ person_id: person, recipient, site_url: siteUrl, facts, created_at: at }) => ({
    person,
    recipient,
    siteUrl,
    at,
    // They were stored by a call with the facts of this message.
    facts: factsFromJson(facts) as never,
  }))
  const toPeople = messages.flatMap((message) =>
    message.person === null ? [] : [{ ...message, person: message.person }],
  )
  if (toPeople.length > 0) {
    if (!isNoticed(name)) throw new Error(`${name} has no notice`)
    await writeMailsAndNotices(tx, name, toPeople)
  }
  const toAddresses = messages.flatMap(({ person, recipient, ...message }) =>
    person === null && recipient !== null ? [{ ...message, recipient }] : [],
  )
  if (toAddresses.length > 0) await writeMails(tx, name, toAddresses)
}

interface EntryRow {
  id: bigint
  message: MessageName
  person_id: string | null
  recipient: string | null
  site_url: string
  facts: unknown
  created_at: Date
}
