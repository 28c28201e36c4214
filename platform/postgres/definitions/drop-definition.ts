import type pg from 'pg'
import { PostgresFault } from '../fault.ts'
import { type Definition, isObject, statementPlace } from './reading/definition.ts'

/**
 * Drops a definition with its dependants. Throws a `PostgresFault` if one of them is a part of a table, which only
 * migrations create.
 */
export async function dropDefinition(client: pg.ClientBase, definition: Definition): Promise<void> {
  const { kind, name, statements } = definition
  if (!isObject(definition)) {
    await client.query(`drop ${kind} if exists ${name}`)
    return
  }
  if (kind === 'view' && !(await isView(client, name))) return
  const before = await partsOfTables(client)
  await client.query(`drop ${kind} if exists ${name} cascade`)
  const after = new Set(await partsOfTables(client))
  const lost = before.filter((part) => !after.has(part))
  if (lost.length === 0) return
  const [first] = statements
  throw new PostgresFault(
    `${first ? statementPlace(first) : name}: ${kind} ${name} cannot be dropped, because this depends on it: ${lost.join(', ')}. Change both in a file of tables.`,
  )
}

/** A table may have taken the name of the view. */
async function isView(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind = 'v'`, [name])
  return rowCount === 1
}

/** Descriptions of constraints, indexes and defaults. */
async function partsOfTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select pg_describe_object('pg_constraint'::regclass, oid, 0) as part from pg_constraint where contype <> 't'
     union all select pg_describe_object('pg_class'::regclass, indexrelid, 0) from pg_index where indexrelid >= 16384
     union all select pg_describe_object('pg_attrdef'::regclass, oid, 0) from pg_attrdef`,
  )
  return rows.map(({ part }) => part)
}
