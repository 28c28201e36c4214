import type pg from 'pg'
import { errorCode, PostgresFault } from '../fault.ts'
import { dropDefinition } from './drop-definition.ts'
import { existingKeys } from './existing-objects.ts'
import type { DefinitionsPlan } from './plan-definitions.ts'
import { type Definition, definitionKey, isObject } from './reading/definition.ts'
import { objectIdentities, revokeAll } from './rights.ts'
import { runDefinition } from './run-definition.ts'
import { storeDefinitions } from './store-definitions.ts'

/**
 * Applies a plan, so that the database has exactly its definitions; within the caller's transaction, after the
 * migrations. Unchanged definitions aren't touched, so that no table is locked for them. Throws a `PostgresFault` that
 * names file and line.
 */
export async function applyDefinitions(client: pg.ClientBase, plan: DefinitionsPlan): Promise<void> {
  // Function bodies are checked when they are called, because they may refer to definitions that come later.
  await client.query('set local check_function_bodies = off')
  const created = await createChanged(client, plan)
  await applyRights(client, plan, created)
  await storeDefinitions(client, plan)
}

/** Creates or replaces what has changed, and recreates what is missing. Returns the new functions and views. */
async function createChanged(client: pg.ClientBase, plan: DefinitionsPlan): Promise<Definition[]> {
  const all = [...plan.definitions, ...plan.retained].filter(({ kind }) => kind !== 'rights')
  const created: Definition[] = []
  let existing = await existingKeys(client, all)
  for (const definition of all) {
    const exists = existing.has(definitionKey(definition))
    if (exists && !plan.changed.has(definition)) continue
    if (exists && (await replace(client, definition, plan))) continue
    await runDefinition(client, definition)
    created.push(definition)
    // Dependants of a dropped definition are gone with it, and are recreated in their turn.
    if (exists && isObject(definition)) existing = await existingKeys(client, all)
  }
  // Dependants of a later definition, such as a function in the default of an argument, have had their turn already.
  existing = await existingKeys(client, all)
  for (const definition of all.filter((one) => !existing.has(definitionKey(one)))) {
    await runDefinition(client, definition)
    created.push(definition)
  }
  return created.filter(isObject)
}

/**
 * False if it had to be dropped, because PostgreSQL replaces no function with another result type and no view with
 * other columns.
 */
async function replace(client: pg.ClientBase, definition: Definition, { owners }: DefinitionsPlan): Promise<boolean> {
  const key = definitionKey(definition)
  const hasOtherOwner = owners.has(key) && owners.get(key) !== definition.owner
  if (!isObject(definition) || hasOtherOwner) {
    await dropDefinition(client, definition)
    return false
  }
  const statements = definition.statements.map((statement) => ({
    ...statement,
    sql: statement.sql.replace(/^create\s+(function|view)/i, 'create or replace $1'),
  }))
  await client.query('savepoint replacing')
  try {
    await removeComments(client, definition)
    await runDefinition(client, { ...definition, statements })
    await client.query('release savepoint replacing')
    return true
  } catch (error) {
    if (!NOT_REPLACEABLE.includes(errorCode(error instanceof PostgresFault ? error.cause : error))) throw error
    await client.query('rollback to savepoint replacing')
    await dropDefinition(client, definition)
    return false
  }
}

/** invalid_function_definition, invalid_table_definition. */
const NOT_REPLACEABLE = ['42P13', '42P16']

async function removeComments(client: pg.ClientBase, { kind, name }: Definition): Promise<void> {
  await client.query(`comment on ${kind} ${name} is null`)
  if (kind !== 'view') return
  const { rows } = await client.query<{ column: string }>(
    `select quote_ident(a.attname) as column from pg_description d join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid
     where d.classoid = 'pg_class'::regclass and d.objoid = to_regclass($1) and d.objsubid > 0`,
    [name],
  )
  for (const { column } of rows) await client.query(`comment on column ${name}.${column} is null`)
}

/**
 * Applies the rights that have changed, and those on recreated objects. A new function or view gets only the rights in
 * the files.
 */
async function applyRights(
  client: pg.ClientBase,
  plan: DefinitionsPlan,
  created: readonly Definition[],
): Promise<void> {
  const all = [...plan.definitions, ...plan.retained].filter(({ kind }) => kind === 'rights')
  const names = all.map(({ name }) => name)
  const identities = await objectIdentities(client, names)
  const changedRights = all.filter(
    (one) => plan.changed.has(one) || identities.get(one.name) !== plan.identities.get(one.name),
  )
  const newObjects = created.map(({ kind, name }) => `${kind === 'function' ? 'function' : 'table'} ${name}`)
  await revokeAll(client, [...new Set([...newObjects, ...changedRights.map(({ name }) => name)])])
  for (const rights of changedRights) await runDefinition(client, rights)
}
