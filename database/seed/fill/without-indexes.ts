import type pg from 'pg'

/**
 * Runs `write` without the indexes of these tables, except those of their constraints, and builds them again
 * afterwards: sorting a million keys once is several times faster than inserting them one by one. In the caller's
 * transaction, so that a failure brings them back.
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES, [tables])
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await write()
  await client.query(`set local maintenance_work_mem = '512MB'`)
  for (const { definition } of indexes) await client.query(definition)
}

const INDEXES = `
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
from pg_catalog.pg_index i
where i.indrelid = any ($1::text[]::regclass[])
  and not exists (select from pg_catalog.pg_constraint c where c.conindid = i.indexrelid)
order by 1`
