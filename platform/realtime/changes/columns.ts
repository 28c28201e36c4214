import { LRUCache } from 'lru-cache'
import { type Database, SERVICE } from '#platform/postgres/database.ts'

export interface ReadableColumn {
  name: string
  /** PostgreSQL's type name, e.g. `int4`, `timestamptz`, `_text`. */
  type: string
}

/** The columns that a role may read of a table that announces its changes. */
export interface WatchableTable {
  columns: ReadableColumn[]
  keyColumns: string[]
  /** Whether every policy that shows rows to anonymous users also shows them to this role. */
  seesAnonymousRows: boolean
}

export interface TableName {
  schema: string
  table: string
}

const CACHE_TTL_MS = 30_000
const MAX_ENTRIES = 2_000

export type FindWatchable = (role: string, name: TableName) => Promise<WatchableTable | null>

/**
 * Returns null for a table that does not exist, announces nothing, or hides its key from the role. A table announces
 * its changes if it has a trigger with `announce_change`; statement triggers alone do not count. Cached for 30 s.
 */
export function watchableTables(database: Database): FindWatchable {
  const cache = new LRUCache<string, Promise<WatchableTable | null>>({ max: MAX_ENTRIES, ttl: CACHE_TTL_MS })
  return (role, name) => {
    const id = JSON.stringify([role, name.schema, name.table])
    const cached = cache.get(id)
    if (cached) return cached
    const lookup = readWatchable(database, role, name)
    cache.set(id, lookup)
    lookup.catch(() => cache.delete(id))
    return lookup
  }
}

async function readWatchable(database: Database, role: string, name: TableName): Promise<WatchableTable | null> {
  const { rows } = await database.as(
    SERVICE,
    (tx) =>
      tx.query<ReadableColumn & { is_key: boolean; key_size: number; sees_anonymous_rows: boolean }>(COLUMNS, [
        role,
        name.schema,
        name.table,
      ]),
    { readOnly: true },
  )
  const keyColumns = rows.filter((row) => row.is_key).map((row) => row.name)
  if (keyColumns.length === 0 || keyColumns.length < (rows[0]?.key_size ?? 0)) return null
  const columns = rows.map(({ name: column, type }) => ({ name: column, type }))
  return { columns, keyColumns, seesAnonymousRows: rows[0]?.sees_anonymous_rows ?? false }
}

/** Names of the tables in a schema that announce their changes, as for `watchableTables`. */
export async function announcingTables(database: Database, schema: string): Promise<string[]> {
  const { rows } = await database.as(SERVICE, (tx) => tx.query<{ table: string }>(ANNOUNCING, [schema]), {
    readOnly: true,
  })
  return rows.map((row) => row.table)
}

const ANNOUNCING = `
  select distinct c.relname::text as table from pg_catalog.pg_trigger g
  join pg_catalog.pg_class c on c.oid = g.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_proc f on f.oid = g.tgfoid join pg_catalog.pg_namespace fn on fn.oid = f.pronamespace
  where n.nspname = $1 and f.proname = 'announce_change' and fn.nspname = 'realtime'`

const COLUMNS = `
  select a.attname::text as name, t.typname::text as type, coalesce(a.attnum = any (i.indkey), false) as is_key,
    coalesce(i.indnkeyatts, 0)::int as key_size,
    not exists (
      select from pg_catalog.pg_policy p
      where p.polrelid = c.oid and p.polcmd in ('r', '*')
        and (not p.polpermissive or (p.polroles && array[0::oid, to_regrole('anon')] and not p.polroles && array[0::oid, $1::regrole]))
    ) as sees_anonymous_rows
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
  where n.nspname = $2 and c.relname = $3 and c.relkind in ('r', 'p')
    and has_schema_privilege($1, n.oid, 'usage') and has_column_privilege($1, c.oid, a.attnum, 'select')
    and exists (
      select from pg_catalog.pg_trigger g join pg_catalog.pg_proc f on f.oid = g.tgfoid
      join pg_catalog.pg_namespace fn on fn.oid = f.pronamespace
      where g.tgrelid = c.oid and f.proname = 'announce_change' and fn.nspname = 'realtime')
  order by a.attnum`
