import type pg from 'pg'

/**
 * The tables that a table, view or function depends on, including itself; undefined for a name that isn't in the
 * catalogue.
 */
type Closure = (name: string) => ReadonlySet<string> | undefined

interface CatalogueObject {
  oid: number
  name: string
  /** Null for a function. */
  kind: string | null
  body: string | null
}

/**
 * Reads the dependencies of anonymous responses: of views on what they select from, of tables on what their policies
 * for anonymous users read, of functions on the tables and functions that their source names. The source is only
 * searched for `schema.name`, which suffices because all our functions run without a search path; a missed dependency
 * makes a response at most as stale as its maximum age.
 */
export async function readClosure(tx: pg.ClientBase): Promise<Closure> {
  const { rows: objects } = await tx.query<CatalogueObject>(OBJECTS)
  const { rows: edges } = await tx.query<{ of: number; on: number }>(EDGES)
  const byName = new Map<string, number[]>()
  for (const { name, oid } of objects) byName.set(name, [...(byName.get(name) ?? []), oid])
  const dependsOn = new Map<number, Set<number>>()
  const add = (of: number, on: number) => dependsOn.set(of, (dependsOn.get(of) ?? new Set()).add(on))
  for (const { of, on } of edges) add(of, on)
  for (const { oid, body } of objects) {
    for (const [named] of (body ?? '').matchAll(/\b[a-z_]\w*\.[a-z_]\w*/g)) {
      for (const on of byName.get(named) ?? []) add(oid, on)
    }
  }
  const tables = new Map(objects.filter(({ kind }) => kind === 'r').map(({ oid, name }) => [oid, name]))
  const closures = new Map<string, ReadonlySet<string>>()
  return (name) => {
    const from = byName.get(name)
    if (!from) return undefined
    const found = closures.get(name) ?? reach(from, { dependsOn, tables })
    closures.set(name, found)
    return found
  }
}

function reach(
  from: number[],
  { dependsOn, tables }: { dependsOn: Map<number, Set<number>>; tables: Map<number, string> },
): Set<string> {
  const seen = new Set(from)
  // A Set's iterator also visits elements added during the iteration.
  for (const oid of seen) for (const next of dependsOn.get(oid) ?? []) seen.add(next)
  return new Set([...seen].flatMap((oid) => tables.get(oid) ?? []))
}

const OBJECTS = `
  select c.oid::int8::int as oid, n.nspname || '.' || c.relname as name, case when c.relkind in ('r', 'p', 'm') then 'r' else 'v' end as kind, null as body
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'm', 'v') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  union all
  select p.oid::int8::int, n.nspname || '.' || p.proname, null, p.prosrc
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace where n.nspname not in ('pg_catalog', 'information_schema')`

/**
 * Dependencies of views by their rules, of tables by their policies for anonymous users and by functions that are read
 * like columns.
 */
const EDGES = `
  select r.ev_class::int8::int as of, d.refobjid::int8::int as on
  from pg_catalog.pg_depend d join pg_catalog.pg_rewrite r on r.oid = d.objid
  where d.classid = 'pg_catalog.pg_rewrite'::regclass and d.refclassid in ('pg_catalog.pg_class'::regclass, 'pg_catalog.pg_proc'::regclass)
  union
  select p.polrelid::int8::int, d.refobjid::int8::int
  from pg_catalog.pg_depend d join pg_catalog.pg_policy p on p.oid = d.objid
  where d.classid = 'pg_catalog.pg_policy'::regclass and d.refclassid in ('pg_catalog.pg_class'::regclass, 'pg_catalog.pg_proc'::regclass)
    and p.polcmd in ('r', '*') and (p.polroles = '{0}' or (select oid from pg_catalog.pg_roles where rolname = 'anon') = any (p.polroles))
  union
  select t.typrelid::int8::int, p.oid::int8::int from pg_catalog.pg_proc p join pg_catalog.pg_type t on t.oid = p.proargtypes[0]
  where t.typrelid <> 0 and p.pronargs = 1 and pg_catalog.has_function_privilege('anon', p.oid, 'execute')
  union
  select d.objid::int8::int, d.refobjid::int8::int from pg_catalog.pg_depend d
  where d.classid = 'pg_catalog.pg_proc'::regclass and d.refclassid in ('pg_catalog.pg_class'::regclass, 'pg_catalog.pg_proc'::regclass)`
