import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { authenticatorMayLogIn, setAuthenticatorPassword } from './authenticator.ts'
import type { DatabaseSources, TableFile } from './database-sources.ts'
import { applyDefinitions } from './definitions/apply-definitions.ts'
import { madeByTables } from './definitions/made-by-tables.ts'
import { planDefinitions } from './definitions/plan-definitions.ts'
import { errorCode, PostgresFault } from './fault.ts'
import { migrationFault } from './migration-fault.ts'
import { compareVersions, type Release } from './release.ts'

interface MigrateOptions {
  /** The owner of the database. */
  connectionString: string
  sources: DatabaseSources
  /** The password `authenticator` logs in with afterwards. */
  authenticatorPassword: string
}

/**
 * Applies the files of tables that the database has not seen, then the definitions whose text has changed: all in one
 * transaction, under a lock that lets a second process wait. Throws a `PostgresFault` that names the file. With nothing to
 * do it costs one query and one log-in. Returns the newer version that the database belongs to, if this one may still work with it.
 */
export async function migrate(options: MigrateOptions): Promise<string | undefined> {
  const { connectionString, sources, authenticatorPassword } = options
  // Tried meanwhile: before the first migration nobody may, and afterwards the answer still holds.
  const mayLogIn = authenticatorMayLogIn(connectionString, authenticatorPassword)
  mayLogIn.catch(() => undefined)
  return withClient(connectionString, async (client) => {
    const state = await stateOf(client)
    const newer = newerVersion(state, sources.release)
    if (newer === undefined && !isCurrent(state, sources)) {
      await patiently(client, () => bringUpToDate(client, sources))
      // Processes of the former version are running: they read the catalogue anew.
      await client.query('notify pgrst')
    }
    if (!(await mayLogIn)) await setAuthenticatorPassword(client, authenticatorPassword)
    return newer
  })
}

/**
 * Makes only tables, those of these files, within the caller's transaction and in a database without any: what a backup's rows
 * are loaded into before the database is migrated. Throws a `PostgresFault` that names the file.
 */
export async function makeTables(client: pg.ClientBase, files: readonly TableFile[]): Promise<void> {
  await client.query(`${ACT_AS_MADE_ROLES}; ${OWN_TABLES}`)
  await applyTables(client, files)
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What a database says of itself. */
interface State {
  /** Names of the files of tables that it has, in their order. */
  tables: readonly string[]
  /** Undefined before any release has migrated it. */
  release: { version: string; serves: string | null; digest: string } | undefined
}

async function stateOf(client: pg.ClientBase): Promise<State> {
  try {
    const { rows } = await client.query<{ tables: string[]; release: State['release'] | null }>(
      `select array(select name::text from migrations.applied order by name) as tables,
         (select jsonb_build_object('version', version, 'serves', serves, 'digest', digest) from migrations.release) as release`,
    )
    return { tables: rows[0]?.tables ?? [], release: rows[0]?.release ?? undefined }
  } catch (error) {
    // No such table, no such schema: nothing was applied, or by a version before 1.0, which had only the first of the two.
    if (!['42P01', '3F000'].includes(errorCode(error))) throw error
    const { rows } = await client.query("select to_regclass('migrations.applied') is not null as is_old")
    if (rows[0]?.is_old) {
      throw new PostgresFault(
        'The database was made by a version before 1.0, from which there is no upgrade. Use another database, or delete the data folder of a demo to start over.',
      )
    }
    return { tables: [], release: undefined }
  }
}

/** Throws if the database belongs to a newer version that does not serve this one. */
function newerVersion({ release: applied }: State, release: Release): string | undefined {
  if (!applied || compareVersions(release.version, applied.version) >= 0) return undefined
  if (applied.serves !== null && compareVersions(release.version, applied.serves) >= 0) return applied.version
  throw new PostgresFault(
    `The database was migrated by version ${applied.version}; this is version ${release.version}, which cannot work with it.`,
  )
}

function isCurrent(state: State, sources: DatabaseSources): boolean {
  const { version, former } = sources.release
  return (
    state.release?.version === version &&
    state.release.serves === (former ?? null) &&
    state.release.digest === sources.digest &&
    pendingOf(state.tables, sources.tables).length === 0
  )
}

/** Throws if the database has others, or lacks one that comes before one that it has. */
function pendingOf(applied: readonly string[], files: readonly TableFile[]): TableFile[] {
  const unknown = applied.filter((name) => !files.some((file) => file.name === name))
  if (unknown.length > 0) {
    throw new PostgresFault(`The database has tables of another version: ${unknown.join(', ')}.`)
  }
  const pending = files.filter(({ name }) => !applied.includes(name))
  const last = applied.at(-1) ?? ''
  const late = pending.find(({ name }) => name < last)
  if (late) throw new PostgresFault(`The database has ${last}, but lacks ${late.name}, which comes before it.`)
  return pending
}

async function bringUpToDate(client: pg.Client, sources: DatabaseSources): Promise<void> {
  const { release } = sources
  await inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query(`${ACT_AS_MADE_ROLES}; ${OWN_TABLES}`)
    // Another process may have been faster, and a newer one too.
    const state = await stateOf(client)
    if (newerVersion(state, release) !== undefined || isCurrent(state, sources)) return
    const pending = pendingOf(state.tables, sources.tables)
    const plan = await planDefinitions(client, {
      wanted: sources.definitions(),
      release,
      applied: state.release?.version,
      madeByTables: () => madeByTables(sources.tables),
    })
    await applyTables(client, pending)
    await applyDefinitions(client, plan)
    await client.query(
      `insert into migrations.release (version, serves, digest) values ($1, $2, $3)
       on conflict (is_only) do update set version = excluded.version, serves = excluded.serves, digest = excluded.digest, applied_at = now()`,
      [release.version, release.former ?? null, sources.digest],
    )
    // The readiness check runs with the rights of requests.
    await client.query(
      'grant usage on schema migrations to service_role; grant select on migrations.applied, migrations.release to service_role',
    )
  })
}

/** Any number that nobody else takes a lock on. */
const LOCK = 7_321_100_447

/** From version 16 on, the creator of a role may not act as it unless granted; a superuser always may. */
const ACT_AS_MADE_ROLES = `select set_config('createrole_self_grant', 'set, inherit', true)
  where current_setting('server_version_num')::int >= 160000`

const OWN_TABLES = `create schema if not exists migrations;
create table if not exists migrations.applied (name text primary key, applied_at timestamptz not null default now());
create table if not exists migrations.release (
  is_only boolean primary key default true check (is_only),
  version text not null,
  serves text,
  digest text not null,
  applied_at timestamptz not null default now()
);
create table if not exists migrations.definitions (
  kind text not null,
  name text not null,
  sql text not null,
  place integer not null,
  retired_in text,
  primary key (kind, name)
);`

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function applyTables(client: pg.ClientBase, files: readonly TableFile[]): Promise<void> {
  for (const { name, path } of files) {
    const sql = await readFile(path, 'utf8')
    try {
      await client.query(sql)
    } catch (error) {
      throw migrationFault(error, sql, (linesBelow) => `${path}:${linesBelow + 1}`)
    }
    await client.query('insert into migrations.applied (name) values ($1)', [name])
  }
}

/**
 * While a migration waits for a lock, everybody who comes later waits behind it: so it gives up before they do, lets the
 * others through, and begins again.
 */
async function patiently(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_LIMIT_MS}`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      break
    } catch (error) {
      const isLocked = LOCKED.includes(errorCode(error instanceof PostgresFault ? error.cause : error))
      if (!isLocked || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await client.query('reset lock_timeout')
}

/** Less than a request waits for a lock (`DATABASE_LOCK_TIMEOUT_MS`). */
const LOCK_LIMIT_MS = 1_000
const PAUSE_MS = 500
const ATTEMPTS = 120
/** The limit was reached; two waited for each other. */
const LOCKED = ['55P03', '40P01']
