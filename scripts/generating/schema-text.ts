import type pg from 'pg'
import { grantee } from './grantee.ts'
import { relationText } from './relation-text.ts'
import { routineText } from './routine-text.ts'

/**
 * The whole schema as readable SQL, from the catalogue: tables with their guards, policies and grants, then functions with their
 * bodies. What a reviewer compares in every change of a migration.
 */
export async function schemaText(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname::text as name from pg_namespace n
     where nspname !~ '^pg_' and nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = n.oid and d.deptype = 'e') order by nspname collate "C"`,
  )
  const parts = [
    '-- Generated from the migrations by `npm run generate`: read it to see what a change of a migration really changes.',
  ]
  for (const { name } of rows) {
    parts.push(...(await schemaLines(client, name)))
    parts.push(...(await relationText(client, name)))
    parts.push(...(await routineText(client, name)))
  }
  return `${parts.join('\n\n')}\n`
}

async function schemaLines(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('schema %I', nspname) as line from pg_namespace where nspname = $1
     union all (
       select format('  grant %s to %s', lower(string_agg(a.privilege_type, ', ' order by a.privilege_type)), ${grantee('a')})
       from pg_namespace n, aclexplode(n.nspacl) a where nspname = $1 and a.grantee <> n.nspowner group by a.grantee order by 1
     ) union all (
       select format('  default grant of %s: %s to %s', case d.defaclobjtype when 'r' then 'tables' when 'f' then 'functions'
           when 'S' then 'sequences' else d.defaclobjtype::text end,
         lower(string_agg(a.privilege_type, ', ' order by a.privilege_type)), ${grantee('a')})
       from pg_default_acl d, aclexplode(d.defaclacl) a where d.defaclnamespace = to_regnamespace($1) and a.grantee <> d.defaclrole
       group by d.defaclobjtype, a.grantee order by 1
     ) union all (
       select format('  sequence %s: %s', c.relname, coalesce((select string_agg(format('%s to %s', lower(a.privilege_type), ${grantee('a')}), ', '
           order by a.privilege_type, ${grantee('a')}) from aclexplode(c.relacl) a where a.grantee <> c.relowner), 'no grants'))
       from pg_class c where c.relnamespace = to_regnamespace($1) and c.relkind = 'S'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'i')) order by 1
     ) union all (
       select format('  type %s as (%s)', t.typname, string_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum))
       from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c' join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where t.typnamespace = to_regnamespace($1) group by t.typname order by 1
     )`,
    [schema],
  )
  return [`-- ${'='.repeat(100)}\n${rows.map(({ line }) => line).join('\n')}`]
}
