import type pg from 'pg'

interface KnownColumn {
  name: string
  type: string
}

export interface KnownTable {
  name: string
  columns: KnownColumn[]
  /** Names by which other tables can be embedded: tables, keys and columns. */
  related: string[]
}

/** Names that the wire knows, for requests that are meant, not only thrown. */
export interface KnownSchema {
  tables: KnownTable[]
  routines: { name: string; args: string[] }[]
}

export type Door = 'tables' | 'functions' | 'auth' | 'storage' | 'realtime' | 'pages'

export interface DoorRequest {
  door: Door
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Facts about a running server from which requests are made. */
export interface Known {
  schema: KnownSchema
  /** Ids that exist, of several tables. */
  ids: readonly string[]
  /** Routes of all doors but tables and pages, with `{id}` in place of an id. */
  routes: readonly { method: string; path: string }[]
  fieldsOf(command: string): readonly string[]
  /** Paths of pages, with `:name` in place of a parameter; none where pages are not served. */
  pages: readonly string[]
}

export async function readKnownSchema(owner: pg.Pool): Promise<KnownSchema> {
  const { rows: tables } = await owner.query<KnownTable>(`
    select c.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, -1)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array(select distinct x from pg_constraint k join pg_class f on f.oid in (k.confrelid, k.conrelid) and f.oid <> c.oid
        cross join lateral (values (f.relname::text), (k.conname::text)) as v (x)
        where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid) and f.relnamespace = c.relnamespace order by x) as related
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by c.relname`)
  const { rows: routines } = await owner.query<KnownSchema['routines'][number]>(`
    select distinct on (p.proname) p.proname::text as name, coalesce(p.proargnames[1:p.pronargs], '{}')::text[] as args
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    order by p.proname, p.oid`)
  return { tables, routines }
}
