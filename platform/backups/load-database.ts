import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { errorCode, errorText } from '#platform/postgres/fault.ts'
import type { TableFile } from '#platform/postgres/migrations/database-sources.ts'
import { makeTables } from '#platform/postgres/migrations/migrate.ts'
import type { ArchiveEntry } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { columnList, quotedName, readTables } from './dump-database.ts'
import { type BackupManifest, COUNTS, type CopiedTable, type Counts, parseCounts, qualifiedName } from './manifest.ts'

const decompress = promisify(gunzip)

/**
 * Added to restored sequences. Numbers assigned after the backup are known to people and other systems, so they must
 * not be assigned again.
 */
const SEQUENCE_GAP = 10_000

interface LoadOptions {
  connectionString: string
  manifest: BackupManifest
  /** The migrations that had been applied when the backup was taken. */
  tables: readonly TableFile[]
  /** Entries of the backup. */
  entries: AsyncIterable<ArchiveEntry>
  /** Runs in the same transaction, before it commits. */
  beforeCommit?: (client: pg.Client) => Promise<void>
}

/**
 * Creates the tables of a backup in an empty database and loads its rows, in place of those that migrations insert, in
 * one transaction: a failure leaves the database empty. Returns the number of rows.
 */
export async function loadDatabase({
  connectionString,
  manifest,
  tables: files,
  entries,
  ...hooks
}: LoadOptions): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await disableTriggers(client)
    await makeTables(client, files)
    const tables = await checkTables(client, manifest)
    await client.query(`truncate ${tables.map(quotedName).join(', ')}`)
    const counts = await loadRows(client, manifest, entries)
    for (const sequence of counts.sequences) await advanceSequence(client, sequence)
    await hooks.beforeCommit?.(client)
    await client.query('commit')
    await client.query('analyze')
    return Object.values(counts.rows).reduce((sum, rows) => sum + rows, 0)
  } finally {
    await client.end()
  }
}

/**
 * Loads without triggers, whose effects are in the backup already. Foreign keys need no check, because they held in the
 * snapshot.
 */
async function disableTriggers(client: pg.Client): Promise<void> {
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await client.query(
    "set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'",
  )
  await client.query('set local session_replication_role = replica').catch((cause: unknown) => {
    if (errorCode(cause) !== '42501') throw cause
    throw new BackupFault(
      'The user of DATABASE_URL may not load rows without their triggers. A superuser of that server can allow it: ' +
        'grant set on parameter session_replication_role to that user.',
      { cause },
    )
  })
}

/** Throws a `BackupFault` if the backup has a table or column that this version does not create. */
async function checkTables(client: pg.Client, manifest: BackupManifest): Promise<CopiedTable[]> {
  const tables = await readTables(client)
  const byName = new Map(tables.map((table) => [qualifiedName(table), table]))
  for (const table of manifest.tables) {
    const target = byName.get(qualifiedName(table))
    if (!target)
      throw new BackupFault(`The backup has the table ${qualifiedName(table)}, which this version does not make.`)
    const missing = table.columns.filter((column) => !target.columns.includes(column))
    if (missing.length > 0) {
      throw new BackupFault(`The backup has ${qualifiedName(table)}.${missing[0]}, which this version does not make.`)
    }
  }
  return tables
}

async function loadRows(
  client: pg.Client,
  manifest: BackupManifest,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<Counts> {
  const tables = new Map(manifest.tables.map((table) => [qualifiedName(table), table]))
  const loaded: Counts['rows'] = {}
  let counts: Counts | undefined
  let current: { name: string; stream: ReturnType<typeof startCopy> } | undefined
  async function finish(): Promise<void> {
    if (current) loaded[current.name] = await current.stream.end()
    current = undefined
  }
  for await (const { name, content } of entries) {
    const table = /^tables\/(.+)\/\d+\.gz$/.exec(name)?.[1]
    if (table === undefined) {
      if (name === COUNTS) counts = parseCounts(content)
      continue
    }
    if (current?.name !== table) {
      await finish()
      const target = tables.get(table)
      if (!target) throw new BackupFault(`The backup has rows of ${table}, which its manifest does not list.`)
      current = { name: table, stream: startCopy(client, target) }
    }
    await current.stream.write(await decompress(content))
  }
  await finish()
  if (!counts) throw new BackupFault('The backup does not say how many rows it has.')
  const incomplete = Object.entries(counts.rows).find(([name, rows]) => (loaded[name] ?? 0) !== rows)
  if (incomplete)
    throw new BackupFault(
      `${loaded[incomplete[0]] ?? 0} rows of ${incomplete[0]} were restored, and the backup has ${incomplete[1]}.`,
    )
  return counts
}

/** Streams rows into one `copy` command. An error of the command rejects the next `write`, or `end`. */
function startCopy(client: pg.Client, table: CopiedTable) {
  const stream = client.query(copyFrom(`copy ${quotedName(table)} (${columnList(table)}) from stdin`))
  const completion = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve)
    stream.once('error', (cause) =>
      reject(new BackupFault(`${qualifiedName(table)} rejects its rows: ${errorText(cause)}.`, { cause })),
    )
  })
  completion.catch(() => undefined)
  return {
    async write(rows: Buffer): Promise<void> {
      const written = new Promise<void>((resolve) => stream.write(rows, () => resolve()))
      await Promise.race([written, completion])
    },
    async end(): Promise<number> {
      stream.end()
      await completion
      return stream.rowCount
    },
  }
}

async function advanceSequence(client: pg.Client, { schema, name, last }: Counts['sequences'][number]): Promise<void> {
  if (last === null) return
  await client.query(
    `select setval(format('%I.%I', s.schemaname, s.sequencename)::regclass, least(s.max_value, $3::bigint + $4 * s.increment_by))
     from pg_sequences s where s.schemaname = $1 and s.sequencename = $2`,
    [schema, name, last, SEQUENCE_GAP],
  )
}
