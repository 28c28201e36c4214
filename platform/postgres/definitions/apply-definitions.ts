import pg from 'pg'
import { errorCode, errorText, PostgresFault } from '../fault.ts'
import { type Definition, type DefinitionKind, sqlOf } from './definition.ts'
import { existingOf } from './existing-objects.ts'
import { splitStatements } from './split-statements.ts'
import { keyOf, type StoredDefinition, storeDefinitions, storedDefinitions } from './stored-definitions.ts'

/**
 * Makes a database have exactly these definitions, within the caller's transaction. What is unchanged is not touched, so
 * that no table is locked for it. Functions and views that are gone stay until the release after `version`, because
 * processes of the former release use them while they are renewed; triggers, policies and rights go at once.
 * Throws a `PostgresFault` that names file and line.
 */
export async function applyDefinitions(
  client: pg.ClientBase,
  definitions: readonly Definition[],
  version: string,
): Promise<void> {
  const stored = await storedDefinitions(client)
  const wanted = new Set(definitions.map(keyOf))
  const changed = definitions.filter((definition) => stored.get(keyOf(definition))?.sql !== sqlOf(definition))
  const gone = [...stored.values()].filter((former) => !wanted.has(keyOf(former)))
  const staying = stayingOf(gone, version)
  const outlived = gone.filter((former) => !staying.includes(former))

  // Functions that are written before what they name are read when they are called.
  await client.query('set local check_function_bodies = off')
  const before = await partsOfTables(client)
  for (const former of outlived) {
    if (former.kind === 'rights') await revokeAll(client, former.name)
    else await drop(client, former)
  }
  const created = await create(client, [...definitions, ...staying.map(asDefinition)], changed)
  for (const rights of [...definitions, ...staying.map(asDefinition)]) {
    const isChanged = changed.includes(rights) || created.has(objectOf(rights.name))
    if (rights.kind !== 'rights' || !isChanged) continue
    await revokeAll(client, rights.name)
    await run(client, rights)
  }
  if ((await partsOfTables(client)) !== before) {
    throw new PostgresFault(
      'A changed definition would take a constraint, an index or a default along that stands on it. Change both by a file in a folder named "tables".',
    )
  }
  await storeDefinitions(client, { changed, retired: staying, forgotten: outlived, version })
}

/** Functions and views of the former release, with their rights. */
function stayingOf(gone: readonly StoredDefinition[], version: string): StoredDefinition[] {
  const objects = gone.filter((former) => isObject(former) && [null, version].includes(former.retiredIn))
  const rights = new Set(objects.map(rightsOn))
  return gone.filter((former) => objects.includes(former) || (former.kind === 'rights' && rights.has(former.name)))
}

function asDefinition(former: StoredDefinition): Definition {
  return { ...former, statements: splitStatements(former.sql) }
}

/** Creates or replaces what has changed, and again what that took along. Returns the names of new objects, which have no rights yet. */
async function create(
  client: pg.ClientBase,
  definitions: readonly Definition[],
  changed: readonly Definition[],
): Promise<Set<string>> {
  const created = new Set<string>()
  const existing = await existingOf(client, changed)
  for (const definition of changed) {
    if (definition.kind === 'rights') continue
    const isNew = !existing.has(keyOf(definition)) || !(await replace(client, definition))
    if (!isNew) continue
    await run(client, definition)
    created.add(definition.name)
  }
  // A dropped function or view takes along what is built on it, and a change of tables may have done so before.
  for (const definition of await missingOf(client, definitions)) {
    await run(client, definition)
    created.add(definition.name)
  }
  return created
}

async function missingOf<T extends { kind: DefinitionKind; name: string }>(
  client: pg.ClientBase,
  all: readonly T[],
): Promise<T[]> {
  const objects = all.filter(({ kind }) => kind !== 'rights')
  const existing = await existingOf(client, objects)
  return objects.filter((one) => !existing.has(keyOf(one)))
}

/** False if it had to be dropped, because PostgreSQL replaces no function of another result and no view of other columns. */
async function replace(client: pg.ClientBase, definition: Definition): Promise<boolean> {
  if (!isObject(definition)) {
    await drop(client, definition)
    return false
  }
  const statements = definition.statements.map((statement) => ({
    ...statement,
    sql: statement.sql.replace(/^create (function|view)/i, 'create or replace $1'),
  }))
  await client.query('savepoint replacing')
  try {
    await client.query(`comment on ${definition.kind} ${definition.name} is null`)
    await run(client, { ...definition, statements })
    await client.query('release savepoint replacing')
    return true
  } catch (error) {
    const code = error instanceof PostgresFault ? errorCode(error.cause) : errorCode(error)
    if (!OTHER_SHAPE.includes(code)) throw error
    await client.query('rollback to savepoint replacing')
    await drop(client, definition)
    return false
  }
}

/** invalid_function_definition, invalid_table_definition. */
const OTHER_SHAPE = ['42P13', '42P16']

/** From everybody but the owner. */
async function revokeAll(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct coalesce(nullif(x.grantee, 0)::regrole::text, 'public') as role from (
       select relacl as acl, relowner as owner from pg_class where oid = to_regclass($1)
       union all
       select attacl, relowner from pg_attribute join pg_class c on c.oid = attrelid where attrelid = to_regclass($1)
       union all
       select proacl, proowner from pg_proc where oid = to_regprocedure($2)) held
     cross join lateral aclexplode(held.acl) x where x.grantee <> held.owner`,
    name.startsWith('function ') ? [null, objectOf(name)] : [objectOf(name), null],
  )
  if (rows.length === 0) return
  await client.query(`revoke all on ${name} from ${rows.map(({ role }) => role).join(', ')}`)
}

/** "function public.f(uuid)" is about "public.f(uuid)". */
function objectOf(rights: string): string {
  return rights.slice(rights.indexOf(' ') + 1)
}

function rightsOn({ kind, name }: { kind: DefinitionKind; name: string }): string {
  return `${kind === 'function' ? 'function' : 'table'} ${name}`
}

interface Named {
  kind: DefinitionKind
  name: string
}

const isObject = ({ kind }: Named) => kind === 'function' || kind === 'view'
const isOnTable = ({ kind }: Named) => kind === 'trigger' || kind === 'policy'

async function drop(client: pg.ClientBase, { kind, name }: Named): Promise<void> {
  await client.query(`drop ${kind} if exists ${name}${isOnTable({ kind, name }) ? '' : ' cascade'}`)
}

/** How many constraints, indexes and defaults there are: a cascade must not take any along. */
async function partsOfTables(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ parts: number }>(
    `select ((select count(*) from pg_constraint where contype <> 't') + (select count(*) from pg_index)
       + (select count(*) from pg_attrdef))::integer as parts`,
  )
  return rows[0]?.parts ?? 0
}

async function run(
  client: pg.ClientBase,
  { statements, owner, path }: Omit<Definition, 'kind' | 'name'>,
): Promise<void> {
  if (owner !== undefined) await client.query(`set local role ${pg.escapeIdentifier(owner)}`)
  for (const { sql, line } of statements) {
    try {
      await client.query(sql)
    } catch (error) {
      const position = error instanceof pg.DatabaseError ? Number(error.position ?? 1) : 1
      const at = line + sql.slice(0, position - 1).split('\n').length - 1
      throw new PostgresFault(`Migrating the database failed in ${path}:${at}: ${errorText(error)}.`, { cause: error })
    }
  }
  if (owner !== undefined) await client.query('reset role')
}
