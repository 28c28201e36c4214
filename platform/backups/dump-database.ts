import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readSiteIdentity } from '#platform/secrets/site-identity.ts'
import type { ArchiveEntry } from './archive.ts'
import {
  COUNTS,
  type CopiedTable,
  type Counts,
  encodeCounts,
  encodeManifest,
  MANIFEST,
  qualifiedName,
} from './manifest.ts'

const compress = promisify(gzip)
const PART_BYTES = 4_000_000

/**
 * Dumps every row of one snapshot of the database as archive entries, without blocking writers. Leaves out unlogged
 * tables.
 */
export async function* dumpDatabase(client: pg.ClientBase): AsyncGenerator<ArchiveEntry> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query(PORTABLE_SETTINGS)
  const tables = await readTables(client)
  // Keeps migrations from altering the tables during the dump.
  await client.query(`lock table ${tables.map(quotedName).join(', ')} in access share mode`)
  yield { name: MANIFEST, content: await buildManifest(client, tables) }
  const rows: Counts['rows'] = {}
  for (const table of tables) {
    const stream = client.query(copyTo(`copy ${quotedName(table)} (${columnList(table)}) to stdout`))
    let part = 0
    for await (const content of compressed(stream)) {
      part += 1
      yield { name: `tables/${qualifiedName(table)}/${String(part).padStart(5, '0')}.gz`, content }
    }
    rows[qualifiedName(table)] = stream.rowCount
  }
  // Sequences are not transactional. Read last, they are past every number in the rows above.
  const { rows: sequences } = await client.query<Counts['sequences'][number]>(SEQUENCES)
  await client.query('commit')
  yield { name: COUNTS, content: encodeCounts({ rows, sequences }) }
}

export const quotedName = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

export const columnList = ({ columns }: CopiedTable) => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Makes the output independent of server and role settings. A policy that hides rows becomes an error. */
const PORTABLE_SETTINGS = `
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

export async function readTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  return (await client.query<CopiedTable>(TABLES)).rows
}

const SEQUENCES = `
  select n.nspname as schema, c.relname as name, pg_catalog.pg_sequence_last_value(c.oid::pg_catalog.regclass)::text as last
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1, 2`

async function buildManifest(client: pg.ClientBase, tables: CopiedTable[]): Promise<Buffer> {
  const { rows } = await client.query<{ at: string; version: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, current_setting('server_version') as version`,
  )
  const isMigrated = tables.some((table) => qualifiedName(table) === 'migrations.applied')
  const { rows: migrations } = isMigrated
    ? await client.query<{ name: string }>('select name from migrations.applied order by name')
    : { rows: [] }
  const { rows: releases } = isMigrated
    ? await client.query<{ version: string }>('select version from migrations.release')
    : { rows: [] }
  return encodeManifest({
    takenAt: rows[0]?.at ?? '',
    postgres: rows[0]?.version ?? '',
    version: releases[0]?.version,
    migrations: migrations.map(({ name }) => name),
    marks: Object.fromEntries(await readSiteIdentity(client)),
    tables,
  })
}

/** Compresses the stream in chunks of a few megabytes, on libuv's thread pool; speed matters more than size. */
async function* compressed(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    buffered.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield await compress(Buffer.concat(buffered), { level: 2 })
    buffered = []
    size = 0
  }
  if (size > 0) yield await compress(Buffer.concat(buffered), { level: 2 })
}
