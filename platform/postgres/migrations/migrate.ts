import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { authenticatorMayLogIn, setAuthenticatorPassword } from '../authenticator.ts'
import { applyDefinitions } from '../definitions/apply-definitions.ts'
import { madeByTables } from '../definitions/made-by-tables.ts'
import { planDefinitions } from '../definitions/plan-definitions.ts'
import { errorCode, PostgresFault } from '../fault.ts'
import type { DatabaseSources, TableFile } from './database-sources.ts'
import { migrationFault } from './migration-fault.ts'
import { compareVersions, type Release } from './release.ts'

interface MigrateOptions {
  /** The owner of the database. */
  connectionString: string
  sources: DatabaseSources
  /** The password that `authenticator` logs in with afterwards. */
  authenticatorPassword: string
}

/**
 * Applies pending migrations, then the definitions whose text has changed: in one transaction, under a lock that
 * serialises concurrent processes. Throws a `PostgresFault` that names the file. Without anything to do it costs one
 * query and one log-in. Returns the version that the database belongs to if that is newer and this one is still
 * compatible with it.
 */
export async function migrate(options: MigrateOptions): Promise<string | undefined> {
  const { connectionString, sources, authenticatorPassword } = options
  // Checked in parallel: false before the first migration, and a true result stays valid.
  const mayLogIn = authenticatorMayLogIn(connectionString, authenticatorPassword)
  mayLogIn.catch(() => undefined)
  return withClient(connectionString, async (client) => {
    const state = await readState(client)
    const newer = newerVersion(state, sources.release)
    if (newer === undefined && !isCurrent(state, sources)) {
      await withLockRetries(client, () => applyChanges(client, sources))
      // Running processes of the previous version must reload the catalogue.
      await client.query('notify pgrst')
    }
    if (!(await mayLogIn)) await setAuthenticatorPassword(client, authenticatorPassword)
    return newer
  })
}

/**
 * Applies only these migrations, within the caller's transaction and to a database without any, so that a backup's rows
 * can be loaded before the database is migrated. Throws a `PostgresFault` that names the file.
 */
export async function makeTables(client: pg.ClientBase, files: readonly TableFile[]): Promise<void> {
  await client.query(`${ACT_AS_MADE_ROLES}; ${OWN_TABLES}`)
  await applyMigrations(client, files)
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

/** Migration state as stored in the database. */
interface MigrationState {
  /** Names of the applied migrations, in order. */
  tables: readonly string[]
  /** Undefined before the first release has migrated it. */
  release: { version: string; serves: string | null; digest: string } | undefined
}

async function readState(client: pg.ClientBase): Promise<MigrationState> {
  try {
    const { rows } = await client.query<{ tables: string[]; release: MigrationState['release'] | null }>(
      `select array(select name::text from migrations.applied order by name) as tables,
         (select jsonb_build_object('version', version, 'serves', serves, 'digest', digest) from migrations.release) as release`,
    )
    return { tables: rows[0]?.tables ?? [], release: rows[0]?.release ?? undefined }
  } catch (error) {
    // undefined_table, invalid_schema_name: nothing was applied, or by a version before 1.0, which had only the first
    // of the two tables.
    if (!['42P01', '3F000'].includes(errorCode(error))) throw error
    const { rows } = await client.query<{ has_applied: boolean; has_release: boolean }>(
      `select to_regclass('migrations.applied') is not null as has_applied, to_regclass('migrations.release') is not null as has_release`,
    )
    const { has_applied: hasApplied, has_release: hasRelease } = rows[0] ?? {}
    // Another process has migrated it since.
    if (hasApplied && hasRelease) return readState(client)
    if (hasApplied) {
      throw new PostgresFault(
        'The database was made by a version before 1.0, from which there is no upgrade. Use another database, or delete the data folder of a demo to start over.',
      )
    }
    return { tables: [], release: undefined }
  }
}

/**
 * The newer version that the database belongs to, if there is one. Throws if that version isn't compatible with this
 * one.
 */
function newerVersion({ release: applied }: MigrationState, release: Release): string | undefined {
  if (!applied || compareVersions(release.version, applied.version) >= 0) return undefined
  if (applied.serves !== null && compareVersions(release.version, applied.serves) >= 0) return applied.version
  throw new PostgresFault(
    `The database was migrated by version ${applied.version}; this is version ${release.version}, which cannot work with it.`,
  )
}

function isCurrent(state: MigrationState, sources: DatabaseSources): boolean {
  const { version, previous } = sources.release
  return (
    state.release?.version === version &&
    state.release.serves === (previous ?? null) &&
    state.release.digest === sources.digest &&
    pendingMigrations(state.tables, sources.tables).length === 0
  )
}

/** Migrations that the database lacks. Throws if it has unknown ones, or lacks one that comes before an applied one. */
function pendingMigrations(applied: readonly string[], files: readonly TableFile[]): TableFile[] {
  const unknown = applied.filter((name) => !files.some((file) => file.name === name))
  if (unknown.length > 0) {
    throw new PostgresFault(`The database has tables of another version: ${unknown.join(', ')}.`)
  }
  const pending = files.filter(({ name }) => !applied.includes(name))
  const last = applied.at(-1) ?? ''
  const outOfOrder = pending.find(({ name }) => name < last)
  if (outOfOrder)
    throw new PostgresFault(`The database has ${last}, but lacks ${outOfOrder.name}, which comes before it.`)
  return pending
}

async function applyChanges(client: pg.Client, sources: DatabaseSources): Promise<void> {
  const { release } = sources
  await inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await client.query(`${ACT_AS_MADE_ROLES}; ${OWN_TABLES}`)
    // Another process may have migrated it in the meantime, possibly a newer version.
    const state = await readState(client)
    if (newerVersion(state, release) !== undefined || isCurrent(state, sources)) return
    const pending = pendingMigrations(state.tables, sources.tables)
    const plan = await planDefinitions(client, {
      definitions: sources.definitions(),
      release,
      applied: state.release?.version,
      madeByTables: () => madeByTables(sources.tables),
    })
    await applyMigrations(client, pending)
    await applyDefinitions(client, plan)
    await client.query(
      `insert into migrations.release (version, serves, digest) values ($1, $2, $3)
       on conflict (is_only) do update set version = excluded.version, serves = excluded.serves, digest = excluded.digest, applied_at = now()`,
      [release.version, release.previous ?? null, sources.digest],
    )
    // The readiness check runs with the privileges of requests.
    await client.query(
      'grant usage on schema migrations to service_role; grant select on migrations.applied, migrations.release to service_role',
    )
  })
}

/** Key of the advisory lock; arbitrary, but used for nothing else. */
const LOCK_KEY = 7_321_100_447

/** From PostgreSQL 16 on, the creator of a role can't act as it unless granted; a superuser always can. */
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

async function applyMigrations(client: pg.ClientBase, files: readonly TableFile[]): Promise<void> {
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
 * Retries with a short lock timeout: while a migration waits for a lock, all later requests for it queue behind it. So
 * it gives up before they do, lets them proceed, and starts over.
 */
async function withLockRetries(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      break
    } catch (error) {
      const isLocked = LOCK_ERRORS.includes(errorCode(error instanceof PostgresFault ? error.cause : error))
      if (!isLocked || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
  await client.query('reset lock_timeout')
}

/** Shorter than the lock timeout of requests (`DATABASE_LOCK_TIMEOUT_MS`). */
const LOCK_TIMEOUT_MS = 1_000
const RETRY_DELAY_MS = 500
/** Together up to three minutes, after which the start fails. */
const ATTEMPTS = 120
/** lock_not_available, deadlock_detected. */
const LOCK_ERRORS = ['55P03', '40P01']
