import type pg from 'pg'
import { type CatalogueFacts, readCatalogueFacts } from '../reading-queries/catalogue-facts.ts'
import { columnNullness } from '../reading-queries/nullness.ts'
import { numberAt, outputColumns } from '../reading-queries/query-tree.ts'
import { type Routine, readRoutines } from './read-routines.ts'

export interface Column {
  table: string
  kind: 'table' | 'view'
  name: string
  type: string
  nullable: boolean
  /** An insert may omit it: it is nullable, has a default, or is filled by a trigger. */
  optional: boolean
  generated: boolean
  relation: number
  place: number
}

export interface Relationship {
  table: string
  name: string
  columns: string[]
  target: string
  targetColumns: string[]
  oneToOne: boolean
}

export interface Catalogue {
  columns: Column[]
  relationships: Relationship[]
  routines: Routine[]
}

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const facts = await readCatalogueFacts(client)
  const columns = (await readColumns(client)).map((column) => ({ ...column, nullable: isNullable(facts, column) }))
  const ofTables = await readRelationships(client)
  const relationships = [...ofTables, ...relationshipsOfViews(facts, columns, ofTables)]
  return { columns, relationships, routines: await readRoutines(client, facts) }
}

/** In the catalogue every column of a view is nullable; the view's query is more precise. */
function isNullable(facts: CatalogueFacts, column: Column): boolean {
  const query = facts.viewQuery(column.relation)
  return query ? columnNullness(facts, query)[column.place - 1] !== 'never' : column.nullable
}

/**
 * Columns of all tables and views of `public`, in catalogue order; computed ones (functions over one row) come last. A
 * column is optional if a trigger function assigns it before the insert, if users may insert into its table but not
 * into this column, or if its comment contains `@filled`.
 */
async function readColumns(client: pg.ClientBase): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname::text as "table", case c.relkind when 'v' then 'view' else 'table' end as kind, a.attname::text as name,
      format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      (not a.attnotnull or a.atthasdef or a.attidentity <> '' or ${FILLED}) as optional,
      (a.attgenerated <> '' or a.attidentity = 'a') as generated, c.oid as relation, a.attnum::integer as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
    union all
    select c.relname::text, 'table', p.proname::text, format_type(p.prorettype, null), false, true, true, p.oid, 10000
    from pg_proc p join pg_class c on c.reltype = p.proargtypes[0] join pg_type t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.pronargs = 1 and not p.proretset and t.typtype = 'b'
      and has_function_privilege('authenticated', p.oid, 'execute') and c.relkind = 'r'
    order by "table", place, name`)
  return rows
}

const FILLED = `
  coalesce(col_description(c.oid, a.attnum) ~ '@filled', false)
  or exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 1 = 1 and t.tgtype & 2 = 2 and t.tgtype & 4 = 4
      and p.prosrc ~* ('\\mnew\\.' || a.attname || '\\s*:=|\\minto\\s+([^;]*,\\s*)?new\\.' || a.attname || '\\M'))
  or has_any_column_privilege('authenticated', c.oid, 'insert') and not has_column_privilege('authenticated', c.oid, a.attnum, 'insert')`

/** Foreign keys within `public`; one-to-one if the key's columns are unique. */
async function readRelationships(client: pg.ClientBase): Promise<Relationship[]> {
  const { rows } = await client.query<Relationship>(`
    select c.conrelid::regclass::text as "table", c.conname::text as name, c.confrelid::regclass::text as target,
      array(select a.attname::text from unnest(c.conkey) with ordinality k(num, ord)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num order by k.ord) as columns,
      array(select a.attname::text from unnest(c.confkey) with ordinality k(num, ord)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num order by k.ord) as "targetColumns",
      exists (select from pg_index i where i.indrelid = c.conrelid and i.indisunique and i.indpred is null
        and i.indkey::int2[] <@ c.conkey and c.conkey <@ i.indkey::int2[]) as "oneToOne"
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid in
      (select oid from pg_class where relnamespace = 'public'::regnamespace)
    order by 1, 2`)
  return rows
}

/** A view with all columns of a foreign key has the table's relationship. */
function relationshipsOfViews(facts: CatalogueFacts, columns: Column[], ofTables: Relationship[]): Relationship[] {
  const tableOf = new Map(columns.map((column) => [`${column.relation}.${column.place}`, column]))
  const views = new Map(columns.filter(({ kind }) => kind === 'view').map(({ relation, table }) => [relation, table]))
  return [...views].flatMap(([relation, view]) => {
    const shown = new Map<string, string>()
    const query = facts.viewQuery(relation)
    for (const entry of query ? outputColumns(query) : []) {
      const origin = tableOf.get(`${numberAt(entry, 'resorigtbl')}.${numberAt(entry, 'resorigcol')}`)
      if (origin) shown.set(`${origin.table}.${origin.name}`, String(entry.fields.resname))
    }
    return ofTables.flatMap((relationship) => {
      const names = relationship.columns.map((name) => shown.get(`${relationship.table}.${name}`))
      const all = names.filter((name) => name !== undefined)
      return all.length === names.length ? [{ ...relationship, table: view, columns: all }] : []
    })
  })
}
