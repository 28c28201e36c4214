import type pg from 'pg'

interface RightsRow {
  relation: string
  kind: 'table' | 'view' | 'view as its owner'
  guarded: boolean
  columns: string[]
  role: string
  bypasses: boolean
  verb: string
  /** Columns that the role may read or write; for a removal all or none. */
  granted: string[]
  policies: string[]
}

/**
 * Rights of every role to every table and view, by verb and column, with the row policies that apply: what the grants
 * and policies of all files come to. Only roles that hold a grant in this database appear.
 */
export async function rightsMatrix(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<RightsRow>(TABLE_RIGHTS)
  const routines = await client.query<{ role: string; routine: string }>(ROUTINE_RIGHTS)
  const parts = [
    `# Generated from the database by \`npm run generate\`: each table with its columns, and below it what each role may do.
# * means all columns. After the columns stand the row policies that apply; a table marked (no row security) has none,
# a role marked (all rows) passes them, and a view reads with the caller's rights unless it is marked otherwise.`,
    ...tableParts(rows),
    ...routineParts(routines.rows),
  ]
  return `${parts.join('\n\n')}\n`
}

function tableParts(rows: RightsRow[]): string[] {
  const relations = new Map<string, RightsRow[]>()
  for (const row of rows) relations.set(row.relation, [...(relations.get(row.relation) ?? []), row])
  return [...relations].map(([name, own]) => {
    const [{ kind, guarded, columns }] = own as [RightsRow]
    const marks = kind === 'table' ? (guarded ? '' : ' (no row security)') : ` (${kind})`
    return [`${name}${marks}: ${columns.join(', ')}`, ...own.map((row) => `  ${lineOf(row)}`)].join('\n')
  })
}

function lineOf({ role, bypasses, verb, granted, columns, policies, kind, guarded }: RightsRow): string {
  const shown = granted.length === columns.length ? '*' : granted.join(', ')
  if (kind !== 'table' || !guarded) return `${role} ${verb} ${shown}`
  const rows = bypasses ? '(all rows)' : policies.length > 0 ? policies.join(', ') : '(no row: no policy)'
  return `${role} ${verb} ${shown} | ${rows}`
}

function routineParts(rows: { role: string; routine: string }[]): string[] {
  const roles = new Map<string, string[]>()
  for (const { role, routine } of rows) roles.set(role, [...(roles.get(role) ?? []), routine])
  return [...roles].map(([role, own]) => [`functions of ${role}:`, ...own.map((name) => `  ${name}`)].join('\n'))
}

const OURS = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (select from pg_depend d where d.objid = n.oid and d.deptype = 'e')`

/** Roles with a grant to a table, a column or a function. PUBLIC is counted with each of them. */
const ROLES = `
  select r.oid, r.rolname::text as name, coalesce(r.rolbypassrls, false) as bypasses from pg_roles r
  where not r.rolsuper and r.rolname !~ '^pg_' and r.oid in (
    select x.grantee from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x
      where ${OURS} and x.grantee <> c.relowner
    union select x.grantee from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
      aclexplode(a.attacl) x where ${OURS} and x.grantee <> c.relowner
    union select x.grantee from pg_proc p join pg_namespace n on n.oid = p.pronamespace, aclexplode(p.proacl) x
      where ${OURS} and x.grantee <> p.proowner)`

const TABLE_RIGHTS = `
  with roles as (${ROLES}),
  relations as (
    select c.oid, c.relrowsecurity as guarded, format('%I.%I', n.nspname, c.relname) as name, n.oid as schema,
      case when c.relkind not in ('v', 'm') then 'table'
        when coalesce(c.reloptions::text, '') ~ 'security_invoker=(true|on|1)' then 'view' else 'view as its owner' end as kind,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  ),
  verbs (verb, place, cmd) as (values ('select', 1, 'r'), ('insert', 2, 'a'), ('update', 3, 'w'), ('delete', 4, 'd')),
  granted as (
    select t.*, r.oid as role_oid, r.name as role, r.bypasses, v.verb, v.place, v.cmd,
      case when v.verb = 'delete' then case when has_table_privilege(r.oid, t.oid, 'delete') then t.columns else '{}' end
        else array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(r.oid, t.oid, a.attnum, v.verb) order by a.attnum) end as granted
    from relations t cross join roles r cross join verbs v
    where has_schema_privilege(r.oid, t.schema, 'usage') and (has_any_column_privilege(r.oid, t.oid, 'select, insert, update')
      or has_table_privilege(r.oid, t.oid, 'delete'))
  )
  select g.name as relation, g.kind, g.guarded, g.columns, g.role, g.bypasses, g.verb, g.granted,
    array(select p.polname::text from pg_policy p where p.polrelid = g.oid and p.polcmd::text in (g.cmd, '*')
      and (p.polroles = '{0}' or g.role_oid = any(p.polroles)) order by p.polname collate "C") as policies
  from granted g where cardinality(g.granted) > 0
  order by g.name collate "C", g.role collate "C", g.place`

const ROUTINE_RIGHTS = `
  with roles as (${ROLES})
  select r.name as role, format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as routine
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join roles r
  where ${OURS} and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and has_schema_privilege(r.oid, n.oid, 'usage') and has_function_privilege(r.oid, p.oid, 'execute')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by r.name collate "C", 2`
