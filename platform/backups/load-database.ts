import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { TableFile } from '../postgres/database-sources.ts'
import { errorCode, errorText } from '../postgres/fault.ts'
import { makeTables } from '../postgres/migrate.ts'
import { type About, COUNTS, type CopiedTable, type Counts, nameOf, readCounts } from './about.ts'
import { BackupFault } from './backup-fault.ts'
import { columnsOf, quoted, tablesOf } from './copy-out.ts'
import type { Entry } from './tar.ts'

const unpack = promisify(gunzip)

/**
 * Numbers that were given out after the backup are known to people and to other systems, so that none of them may come
 * again for something else.
 */
const NUMBERS_LEFT_OUT = 10_000

interface LoadOptions {
  connectionString: string
  about: About
  /** Those that the database had when the backup was taken. */
  tables: readonly TableFile[]
  /** Of a backup. */
  entries: AsyncIterable<Entry>
  /** Further changes that belong to the same moment. */
  beforeCommit?: (client: pg.Client) => Promise<void>
}

/**
 * Makes the tables of a backup in a database without any, and loads its rows in place of those that tables begin with, in one
 * transaction: what fails leaves an empty database. Returns how many rows there are.
 */
export async function loadDatabase({
  connectionString,
  about,
  tables: files,
  entries,
  ...more
}: LoadOptions): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await withoutTriggers(client)
    await makeTables(client, files)
    const tables = await ownTables(client, about)
    await client.query(`truncate ${tables.map(quoted).join(', ')}`)
    const counts = await loadRows(client, about, entries)
    for (const sequence of counts.sequences) await goPast(client, sequence)
    await more.beforeCommit?.(client)
    await client.query('commit')
    await client.query('analyze')
    return Object.values(counts.rows).reduce((sum, rows) => sum + rows, 0)
  } finally {
    await client.end()
  }
}

/** What triggers did to these rows was done when they were written. Foreign keys hold, because they held at the backup's moment. */
async function withoutTriggers(client: pg.Client): Promise<void> {
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

/** Only a table that this version makes can be loaded. */
async function ownTables(client: pg.Client, about: About): Promise<CopiedTable[]> {
  const tables = await tablesOf(client)
  const own = new Map(tables.map((table) => [nameOf(table), table]))
  for (const table of about.tables) {
    const found = own.get(nameOf(table))
    if (!found) throw new BackupFault(`The backup has the table ${nameOf(table)}, which this version does not make.`)
    const missing = table.columns.filter((column) => !found.columns.includes(column))
    if (missing.length > 0) {
      throw new BackupFault(`The backup has ${nameOf(table)}.${missing[0]}, which this version does not make.`)
    }
  }
  return tables
}

async function loadRows(client: pg.Client, about: About, entries: AsyncIterable<Entry>): Promise<Counts> {
  const tables = new Map(about.tables.map((table) => [nameOf(table), table]))
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
      if (name === COUNTS) counts = readCounts(content)
      continue
    }
    if (current?.name !== table) {
      await finish()
      const target = tables.get(table)
      if (!target) throw new BackupFault(`The backup has rows of ${table}, which it does not name.`)
      current = { name: table, stream: startCopy(client, target) }
    }
    await current.stream.write(await unpack(content))
  }
  await finish()
  if (!counts) throw new BackupFault('The backup does not say how many rows it has.')
  const short = Object.entries(counts.rows).find(([name, rows]) => (loaded[name] ?? 0) !== rows)
  if (short)
    throw new BackupFault(`Of ${short[0]} came ${loaded[short[0]] ?? 0} rows back, and the backup has ${short[1]}.`)
  return counts
}

/** One `copy` that gets its rows part by part. A row that the table does not take is told at the next part, or at the end. */
function startCopy(client: pg.Client, table: CopiedTable) {
  const stream = client.query(copyFrom(`copy ${quoted(table)} (${columnsOf(table)}) from stdin`))
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve)
    stream.once('error', (cause) =>
      reject(new BackupFault(`${nameOf(table)} does not take its rows back: ${errorText(cause)}.`, { cause })),
    )
  })
  ended.catch(() => undefined)
  return {
    async write(rows: Buffer): Promise<void> {
      const taken = new Promise<void>((resolve) => stream.write(rows, () => resolve()))
      await Promise.race([taken, ended])
    },
    async end(): Promise<number> {
      stream.end()
      await ended
      return stream.rowCount
    },
  }
}

async function goPast(client: pg.Client, { schema, name, last }: Counts['sequences'][number]): Promise<void> {
  if (last === null) return
  await client.query(
    `select setval(format('%I.%I', s.schemaname, s.sequencename)::regclass, least(s.max_value, $3::bigint + $4 * s.increment_by))
     from pg_sequences s where s.schemaname = $1 and s.sequencename = $2`,
    [schema, name, last, NUMBERS_LEFT_OUT],
  )
}
