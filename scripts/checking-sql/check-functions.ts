import type pg from 'pg'

/**
 * Errors in the bodies of our functions, one line each. Functions in plain SQL are created again on the final schema.
 * PL/pgSQL parses statements only when they run: here its syntax is checked, and the columns that triggers reference on
 * `new` and `old`.
 */
export async function checkFunctions(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace
     where p.prokind in ('f', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  const breaches: string[] = []
  await client.query('begin')
  await client.query(`set local check_function_bodies = on`)
  await client.query(`set local plpgsql.extra_errors = 'shadowed_variables'`)
  for (const { name, definition } of rows) {
    await client.query('savepoint reading')
    await client.query(definition).catch(async (error: Error) => {
      breaches.push(`${name}: ${error.message}`)
      await client.query('rollback to savepoint reading')
    })
  }
  await client.query('rollback')
  return [...breaches, ...(await unknownTriggerColumns(client))]
}

async function unknownTriggerColumns(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(
    `select distinct format('%s: %s.%s is not a column of %s', p.oid::regprocedure, named.word[1], named.word[2], t.tgrelid::regclass) as fault
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
     join pg_namespace n on n.oid = c.relnamespace,
     regexp_matches(regexp_replace(p.prosrc, '--[^\\n]*', '', 'g'), '\\m(new|old)\\.([a-z_][a-z_0-9]*)', 'g') named (word)
     where not t.tgisinternal and n.nspname !~ '^pg_' and not exists (
       select from pg_attribute a where a.attrelid = t.tgrelid and a.attname = named.word[2] and not a.attisdropped) order by 1`,
  )
  return rows.map(({ fault }) => fault)
}
