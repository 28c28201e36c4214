import type pg from 'pg'

/** The whole schema as readable SQL, from the catalogue: what a reviewer compares in every change of a migration. */
export async function schemaText(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`
    with relations as (
      select c.oid, c.relname, c.relkind, format('%I.%I', n.nspname, c.relname) as full_name, n.nspname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'rights') and c.relkind in ('r', 'v') and c.relname not like 'pgmigrations%'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ), lines (relname, part, place, text) as (
      select relname, 0, 0, format(E'\\n-- %s%s', full_name, coalesce(': ' || obj_description(oid, 'pg_class'), '')) from relations
      union all
      select relname, 1, a.attnum, format('  %s %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then ' not null' else '' end,
          coalesce((select case when a.attgenerated = 's' then ' generated as ' else ' default ' end || pg_get_expr(d.adbin, d.adrelid)
            from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum), ''),
          coalesce('  -- ' || col_description(a.attrelid, a.attnum), ''))
      from relations r join pg_attribute a on a.attrelid = r.oid where a.attnum > 0 and not a.attisdropped
      union all
      select r.relname, 1, 10000 + row_number() over (partition by r.relname order by proname),
        format('  %s %s computed%s', proname, format_type(prorettype, null), coalesce('  -- ' || obj_description(p.oid), ''))
      from relations r join pg_class c on c.oid = r.oid join pg_proc p on p.proargtypes[0] = c.reltype
      join pg_type t on t.oid = p.prorettype
      where p.pronargs = 1 and p.pronamespace = 'public'::regnamespace and not p.proretset and t.typtype = 'b'
      and has_function_privilege('authenticated', p.oid, 'execute')
      union all
      select relname, 2, row_number() over (partition by relname order by conname), format('  constraint %s %s', conname, pg_get_constraintdef(c.oid))
      from relations r join pg_constraint c on c.conrelid = r.oid where c.contype <> 'n'
      union all
      select relname, 3, row_number() over (partition by relname order by i.indexrelid::regclass::text),
        '  ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX (\\S+) ON \\S+', '\\1index \\2')
      from relations r join pg_index i on i.indrelid = r.oid
      where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
      union all
      select relname, 4, row_number() over (partition by relname order by tgname), '  ' || regexp_replace(pg_get_triggerdef(t.oid), '^CREATE ', '')
      from relations r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
      union all
      select relname, 5, row_number() over (partition by relname order by polname), format('  policy %s for %s to %s%s%s', polname,
        case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        (select string_agg(case when o = 0 then 'public' else o::regrole::text end, ', ') from unnest(polroles) o),
        coalesce(' using ' || pg_get_expr(polqual, polrelid), ''), coalesce(' check ' || pg_get_expr(polwithcheck, polrelid), ''))
      from relations r join pg_policy p on p.polrelid = r.oid
      union all
      select r.relname, 6, row_number() over (partition by r.relname order by g.grantee, g.privilege_type),
        format('  grant %s%s to %s', lower(g.privilege_type), case when g.whole then '' else ' (' || g.columns || ')' end, g.grantee)
      from relations r join (
        select table_schema, table_name, grantee, privilege_type, true as whole, '' as columns from information_schema.role_table_grants
        union all
        select p.table_schema, p.table_name, p.grantee, p.privilege_type, false, string_agg(p.column_name, ', ' order by p.column_name)
        from information_schema.role_column_grants p
        where not exists (select from information_schema.role_table_grants t where t.table_schema = p.table_schema
          and t.table_name = p.table_name and t.grantee = p.grantee and t.privilege_type = p.privilege_type)
        group by 1, 2, 3, 4) g on g.table_schema = r.nspname and g.table_name = r.relname
      where g.grantee in ('anon', 'authenticated', 'service_role')
      union all
      select relname, 7, 0, '  as ' || regexp_replace(pg_get_viewdef(oid), '\\s+', ' ', 'g') from relations where relkind = 'v'
    )
    select text from lines order by relname, part, place, text`)
  return `-- Generated from the migrations by \`npm run generate\`: read it to see what a change of a migration really changes.\n${rows
    .map((row) => row.text)
    .join('\n')}\n`
}
