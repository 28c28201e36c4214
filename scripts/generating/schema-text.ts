import type pg from 'pg'
import { tableText } from './table-text.ts'

/**
 * All tables with their columns, constraints and indexes, from the catalogue: the result of all table files. Functions,
 * views, triggers and rights are not included, because their files contain their current state.
 */
export async function schemaText(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname::text as name from pg_namespace n
     where nspname !~ '^pg_' and nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = n.oid and d.deptype = 'e') order by nspname collate "C"`,
  )
  const parts = [
    '-- Generated from the database by `npm run generate`: read it to see what a new file of tables changes.',
  ]
  for (const { name } of rows) {
    const texts = [...(await sequencesAndTypes(client, name)), ...(await tableText(client, name))]
    if (texts.length > 0) parts.push(`-- ${'='.repeat(100)}\nschema ${name}`, ...texts)
  }
  return `${parts.join('\n\n')}\n`
}

async function sequencesAndTypes(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select format('sequence %I.%I', $1::text, c.relname) as text
     from pg_class c where c.relnamespace = to_regnamespace($1) and c.relkind = 'S'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'i'))
     union all
     select format('type %I.%I as (%s)', $1::text, t.typname, string_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum))
     from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c' join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where t.typnamespace = to_regnamespace($1) group by t.typname order by 1`,
    [schema],
  )
  return rows.map(({ text }) => text)
}
