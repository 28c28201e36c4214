import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readMarks } from '../secrets/site-marks.ts'
import { ABOUT, COUNTS, type CopiedTable, type Counts, nameOf, writeAbout, writeCounts } from './about.ts'
import type { Entry } from './tar.ts'

const pack = promisify(gzip)
const PART_BYTES = 4_000_000

/**
 * Every row of a database as one moment saw it, as entries of an archive. Nobody who writes waits for it. What a crash may lose
 * (unlogged tables) is left out.
 */
export async function* copyOut(client: pg.ClientBase): AsyncGenerator<Entry> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query(AS_EVERY_VERSION_READS_IT)
  const tables = await tablesOf(client)
  // So that no migration changes one of them meanwhile.
  await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
  yield { name: ABOUT, content: await aboutOf(client, tables) }
  const rows: Counts['rows'] = {}
  for (const table of tables) {
    const stream = client.query(copyTo(`copy ${quoted(table)} (${columnsOf(table)}) to stdout`))
    let part = 0
    for await (const content of packed(stream)) {
      part += 1
      yield { name: `tables/${nameOf(table)}/${String(part).padStart(5, '0')}.gz`, content }
    }
    rows[nameOf(table)] = stream.rowCount
  }
  // They belong to no transaction. Read last, they are past every number that a row above has.
  const { rows: sequences } = await client.query<Counts['sequences'][number]>(SEQUENCES)
  await client.query('commit')
  yield { name: COUNTS, content: writeCounts({ rows, sequences }) }
}

export const quoted = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

export const columnsOf = ({ columns }: CopiedTable) => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/** What it says must not hang on the server's or the role's settings; a policy that hid rows would be an error. */
const AS_EVERY_VERSION_READS_IT = `
  set local row_security = off; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '60s'; set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 3; set local bytea_output = 'hex'; set local search_path = ''`

const TABLES = `
  select n.nspname as schema, c.relname as name,
    array(select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    -- What a restore makes itself, for the version that restores.
    and (n.nspname, c.relname) not in (('migrations', 'release'), ('migrations', 'definitions'))
    and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`

export async function tablesOf(client: pg.ClientBase): Promise<CopiedTable[]> {
  return (await client.query<CopiedTable>(TABLES)).rows
}

const SEQUENCES = `
  select n.nspname as schema, c.relname as name, pg_catalog.pg_sequence_last_value(c.oid::pg_catalog.regclass)::text as last
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1, 2`

async function aboutOf(client: pg.ClientBase, tables: CopiedTable[]): Promise<Buffer> {
  const { rows } = await client.query<{ at: string; version: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, current_setting('server_version') as version`,
  )
  const migrated = tables.some((table) => nameOf(table) === 'migrations.applied')
  const { rows: migrations } = migrated
    ? await client.query<{ name: string }>('select name from migrations.applied order by name')
    : { rows: [] }
  const { rows: releases } = migrated
    ? await client.query<{ version: string }>('select version from migrations.release')
    : { rows: [] }
  return writeAbout({
    takenAt: rows[0]?.at ?? '',
    postgres: rows[0]?.version ?? '',
    version: releases[0]?.version,
    migrations: migrations.map(({ name }) => name),
    marks: Object.fromEntries(await readMarks(client)),
    tables,
  })
}

/** Parts of a few megabytes, compressed beside the thread that answers; speed counts for more than size. */
async function* packed(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield await pack(Buffer.concat(waiting), { level: 2 })
    waiting = []
    size = 0
  }
  if (size > 0) yield await pack(Buffer.concat(waiting), { level: 2 })
}
