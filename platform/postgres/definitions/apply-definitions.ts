import type pg from 'pg'
import { errorCode, PostgresFault } from '../fault.ts'
import { type Definition, isObject, keyOf } from './definition.ts'
import { dropDefinition } from './drop-definition.ts'
import { existingOf } from './existing-objects.ts'
import type { DefinitionsPlan } from './plan-definitions.ts'
import { identitiesOf, revokeAll } from './rights.ts'
import { runDefinition } from './run-definition.ts'
import { storeDefinitions } from './store-definitions.ts'

/**
 * Makes a database have exactly the definitions of a plan, within the caller's transaction and after tables were changed.
 * What is unchanged is not touched, so that no table is locked for it. Throws a `PostgresFault` that names file and line.
 */
export async function applyDefinitions(client: pg.ClientBase, plan: DefinitionsPlan): Promise<void> {
  // Functions that are written before what they name are read when they are called.
  await client.query('set local check_function_bodies = off')
  const created = await create(client, plan)
  await giveRights(client, plan, created)
  await storeDefinitions(client, plan)
}

/** Creates or replaces what has changed, and creates again what is missing. Returns the new functions and views. */
async function create(client: pg.ClientBase, plan: DefinitionsPlan): Promise<Definition[]> {
  const all = [...plan.wanted, ...plan.staying].filter(({ kind }) => kind !== 'rights')
  const created: Definition[] = []
  let existing = await existingOf(client, all)
  for (const definition of all) {
    const isThere = existing.has(keyOf(definition))
    if (isThere && !plan.changed.has(definition)) continue
    if (isThere && (await replace(client, definition, plan))) continue
    await runDefinition(client, definition)
    created.push(definition)
    // What was built on a dropped one is gone with it, and is created again when its turn comes.
    if (isThere && isObject(definition)) existing = await existingOf(client, all)
  }
  // What is built on one that comes later, as a function is by the default of an argument, has had its turn.
  existing = await existingOf(client, all)
  for (const definition of all.filter((one) => !existing.has(keyOf(one)))) {
    await runDefinition(client, definition)
    created.push(definition)
  }
  return created.filter(isObject)
}

/** False if it had to be dropped, because PostgreSQL replaces no function of another result and no view of other columns. */
async function replace(client: pg.ClientBase, definition: Definition, { owners }: DefinitionsPlan): Promise<boolean> {
  const key = keyOf(definition)
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
    if (!OTHER_SHAPE.includes(errorCode(error instanceof PostgresFault ? error.cause : error))) throw error
    await client.query('rollback to savepoint replacing')
    await dropDefinition(client, definition)
    return false
  }
}

/** invalid_function_definition, invalid_table_definition. */
const OTHER_SHAPE = ['42P13', '42P16']

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

/** The rights that have changed, and those on what was made again. A new function or view has only those that are written. */
async function giveRights(client: pg.ClientBase, plan: DefinitionsPlan, created: readonly Definition[]): Promise<void> {
  const all = [...plan.wanted, ...plan.staying].filter(({ kind }) => kind === 'rights')
  const names = all.map(({ name }) => name)
  const identities = await identitiesOf(client, names)
  const due = all.filter((one) => plan.changed.has(one) || identities.get(one.name) !== plan.identities.get(one.name))
  const fresh = created.map(({ kind, name }) => `${kind === 'function' ? 'function' : 'table'} ${name}`)
  await revokeAll(client, [...new Set([...fresh, ...due.map(({ name }) => name)])])
  for (const rights of due) await runDefinition(client, rights)
}
