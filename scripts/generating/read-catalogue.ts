import type pg from 'pg'

export interface Column {
  table: string
  kind: 'table' | 'view'
  name: string
  type: string
  nullable: boolean
  hasDefault: boolean
  generated: boolean
  comment: string | null
}

export interface Relationship {
  table: string
  name: string
  columns: string[]
  target: string
  targetColumns: string[]
  oneToOne: boolean
}

/** Columns of all tables and views of `public`, in the order of the catalogue; computed ones (functions over one row) stand last. */
export async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as "table", case c.relkind when 'v' then 'view' else 'table' end as kind, a.attname as name,
      format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      (a.atthasdef or a.attidentity <> '') as "hasDefault", (a.attgenerated <> '' or a.attidentity = 'a') as generated,
      col_description(c.oid, a.attnum) as comment, a.attnum as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'pgmigrations%'
    union all
    select c.relname, 'table', p.proname, format_type(p.prorettype, null), false, false, true, obj_description(p.oid), 10000
    from pg_proc p join pg_class c on c.reltype = p.proargtypes[0] join pg_type t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.pronargs = 1 and not p.proretset and t.typtype = 'b'
      and has_function_privilege('authenticated', p.oid, 'execute') and c.relkind = 'r'
    order by "table", place, name`)
  return rows
}

/** Foreign keys inside `public`; one-to-one when the key's columns are unique on their own. */
export async function readRelationships(client: pg.Client): Promise<Relationship[]> {
  const { rows } = await client.query<Relationship>(`
    select c.conrelid::regclass::text as "table", c.conname as name, c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.ord) from unnest(c.conkey) with ordinality k(num, ord)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
      (select array_agg(a.attname::text order by k.ord) from unnest(c.confkey) with ordinality k(num, ord)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as "targetColumns",
      exists (select from pg_index i where i.indrelid = c.conrelid and i.indisunique and i.indpred is null
        and i.indkey::int2[] <@ c.conkey and c.conkey <@ i.indkey::int2[]) as "oneToOne"
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid in
      (select oid from pg_class where relnamespace = 'public'::regnamespace)
    order by 1, 2`)
  return rows
}
