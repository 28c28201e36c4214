import type pg from 'pg'

/** One paragraph for each table of a schema, by name. */
export async function tableText(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `with tables as (${TABLES}), lines (oid, part, place, text) as (${LINES.join('\nunion all\n')})
     select string_agg(l.text, E'\\n' order by part, place, l.text collate "C") as text
     from lines l join tables t using (oid) group by t.oid, t.relname order by t.relname collate "C"`,
    [schema],
  )
  return rows.map(({ text }) => text)
}

const TABLES = `
  select c.*, format('%I.%I', $1::text, c.relname) as full_name from pg_class c
  where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** Each returns the table, the section of its paragraph, the position in it, and the line. */
const LINES = [
  `select oid, 0, 0, format('%stable %s%s%s', case relpersistence when 'u' then 'unlogged ' else '' end, full_name,
     coalesce(' with (' || array_to_string(reloptions, ', ') || ')', ''), coalesce('  -- ' || obj_description(oid, 'pg_class'), ''))
   from tables`,
  `select t.oid, 1, a.attnum, format('  %s %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
     case when a.attnotnull then ' not null' else '' end,
     coalesce((select case when a.attgenerated <> '' then ' generated as ' else ' default ' end || pg_get_expr(d.adbin, d.adrelid)
       from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum), case when a.attidentity <> '' then ' identity' else '' end),
     coalesce('  -- ' || col_description(a.attrelid, a.attnum), ''))
   from tables t join pg_attribute a on a.attrelid = t.oid where a.attnum > 0 and not a.attisdropped`,
  `select t.oid, 2, 0, format('  constraint %s %s', conname, pg_get_constraintdef(c.oid))
   from tables t join pg_constraint c on c.conrelid = t.oid where c.contype not in ('n', 't')`,
  `select t.oid, 3, 0, '  ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX (\\S+) ON \\S+', '\\1index \\2')
   from tables t join pg_index i on i.indrelid = t.oid
   where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))`,
]
