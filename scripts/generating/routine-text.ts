import type pg from 'pg'
import { grantee } from './grantee.ts'

/** One paragraph for each function of a schema: what it is for, its body, and who may call it. */
export async function routineText(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select concat_ws(E'\\n', '-- ' || replace(obj_description(p.oid, 'pg_proc'), E'\\n', E'\\n-- '),
       rtrim(pg_get_functiondef(p.oid), E'\\n'), '  grant execute to ' || coalesce(
         (select string_agg(${grantee('a')}, ', ' order by ${grantee('a')}) from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
          where a.grantee <> p.proowner), 'nobody')) as text
     from pg_proc p
     where p.pronamespace = to_regnamespace($1) and p.prokind in ('f', 'p')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`,
    [schema],
  )
  return rows.map(({ text }) => text)
}
