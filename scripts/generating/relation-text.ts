import type pg from 'pg'
import { grantee } from './grantee.ts'

/** One paragraph for each table and view of a schema, in the order of their names. */
export async function relationText(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `with relations as (${RELATIONS}), lines (oid, part, place, text) as (${LINES.join('\nunion all\n')})
     select string_agg(l.text, E'\\n' order by part, place, l.text collate "C") as text
     from lines l join relations r using (oid) group by r.oid, r.relname order by r.relname collate "C"`,
    [schema],
  )
  return rows.map(({ text }) => text)
}

const RELATIONS = `
  select c.*, format('%I.%I', $1::text, c.relname) as full_name from pg_class c
  where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p', 'v') and c.relname not like 'pgmigrations%'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** Each brings the relation, the part of its paragraph, the place in it, and the line. */
const LINES = [
  `select oid, 0, 0, format('%s %s%s%s', case relkind when 'v' then 'view' else 'table' end, full_name,
     coalesce(' with (' || array_to_string(reloptions, ', ') || ')', ''), coalesce('  -- ' || obj_description(oid, 'pg_class'), ''))
   from relations`,
  `select r.oid, 1, a.attnum, format('  %s %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
     case when a.attnotnull then ' not null' else '' end,
     coalesce((select case when a.attgenerated <> '' then ' generated as ' else ' default ' end || pg_get_expr(d.adbin, d.adrelid)
       from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum), case when a.attidentity <> '' then ' identity' else '' end),
     coalesce('  -- ' || col_description(a.attrelid, a.attnum), ''))
   from relations r join pg_attribute a on a.attrelid = r.oid where a.attnum > 0 and not a.attisdropped`,
  `select r.oid, 2, 0, format('  constraint %s %s', conname, pg_get_constraintdef(c.oid))
   from relations r join pg_constraint c on c.conrelid = r.oid where c.contype <> 'n'`,
  `select r.oid, 3, 0, '  ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX (\\S+) ON \\S+', '\\1index \\2')
   from relations r join pg_index i on i.indrelid = r.oid
   where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))`,
  `select r.oid, 4, 0, '  ' || regexp_replace(pg_get_triggerdef(t.oid), '^CREATE ', '')
   from relations r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal`,
  `select oid, 5, 0, '  row level security ' || case when not relrowsecurity then 'off' when relforcerowsecurity then 'on, for the owner too' else 'on' end
   from relations where relkind <> 'v'`,
  `select r.oid, 5, 1, format('  policy %s%s for %s to %s%s%s', polname, case when polpermissive then '' else ' (restrictive)' end,
     case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
     (select string_agg(case o when 0 then 'public' else o::regrole::text end, ', ' order by o::regrole::text) from unnest(polroles) o),
     coalesce(' using ' || pg_get_expr(polqual, polrelid), ''), coalesce(' check ' || pg_get_expr(polwithcheck, polrelid), ''))
   from relations r join pg_policy p on p.polrelid = r.oid`,
  `select r.oid, 6, 0, format('  grant %s to %s', lower(string_agg(a.privilege_type, ', ' order by a.privilege_type)), ${grantee('a')})
   from relations r, aclexplode(r.relacl) a where a.grantee <> r.relowner group by r.oid, a.grantee`,
  `select r.oid, 6, 1, format('  grant %s (%s) to %s', lower(a.privilege_type), string_agg(c.attname, ', ' order by c.attnum), ${grantee('a')})
   from relations r join pg_attribute c on c.attrelid = r.oid, aclexplode(c.attacl) a group by r.oid, a.grantee, a.privilege_type`,
  `select oid, 7, 0, E'  as\\n' || pg_get_viewdef(oid, true) from relations where relkind = 'v'`,
]
