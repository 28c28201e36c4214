import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { errorCode, errorText, PostgresFault } from './fault.ts'
import { type MigrationFile, migrationFiles } from './migration-files.ts'

interface MigrateOptions {
  /** The owner of the database. */
  connectionString: string
  /** Each holds `NNNN_name.sql`; their numbers are one sequence. */
  folders: readonly string[]
  /** The password `authenticator` logs in with afterwards. */
  authenticatorPassword: string
  /** The last migration of the release before this one, whose processes can work with what the files make. */
  formerMigration?: string | undefined
}

/**
 * Applies the files that the database has not seen, in their order and all in one transaction, under a lock that lets a
 * second process wait. Throws a `PostgresFault` that names the file. With nothing to do it costs one query and one log-in.
 * Returns what a newer version, to whose tables this one is equal, has applied besides.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const files = await migrationFiles(options.folders)
  // Tried meanwhile: before the first migration nobody may, and afterwards the answer still holds.
  const mayLogIn = authenticatorMayLogIn(options)
  mayLogIn.catch(() => undefined)
  const client = new pg.Client({ connectionString: options.connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const applied = await appliedMigrations(client)
    if (files.some(({ name }, index) => applied[index] !== name) || applied.length !== files.length) {
      await applyPending(client, files, options.formerMigration)
    }
    if (!(await mayLogIn)) await setAuthenticatorPassword(client, options.authenticatorPassword)
    return applied.filter((name) => !files.some((file) => file.name === name))
  } finally {
    await client.end()
  }
}

/** Empty for a database that was never migrated. */
async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>('select name from migrations.applied order by name')
    return rows.map((row) => row.name)
  } catch (error) {
    if (['42P01', '3F000'].includes(errorCode(error))) return []
    throw error
  }
}

async function applyPending(client: pg.Client, files: readonly MigrationFile[], former?: string): Promise<void> {
  // From version 16 on, the creator of a role may not act as it unless granted; a superuser always may.
  await client.query(`select set_config('createrole_self_grant', 'set, inherit', false)
    where current_setting('server_version_num')::int >= 160000`)
  await runPatiently(client, files)
  // The readiness check runs with the rights of requests.
  await client.query(
    'grant usage on schema migrations to service_role; grant select on migrations.applied to service_role',
  )
  const missing = (await appliedMigrations(client)).filter((name) => !files.some((file) => file.name === name))
  if (missing.length > 0) await refuseUnlessServed(client, files, missing)
  else if (former !== undefined) await noteServed(client, former)
  // Processes of the former version are running: they read the catalogue anew.
  await client.query('notify pgrst')
}

/** Where the former version looks, should it be started again. */
async function noteServed(client: pg.Client, former: string): Promise<void> {
  await client.query(`comment on table migrations.applied is ${pg.escapeLiteral(`${SERVED}${former}`)}`)
}

const SERVED = 'Versions can work with these tables that have '

async function refuseUnlessServed(client: pg.Client, files: readonly MigrationFile[], missing: string[]) {
  const { rows } = await client.query("select obj_description('migrations.applied'::regclass) as note")
  const note: string = rows[0]?.note ?? ''
  if (note.startsWith(SERVED) && files.some(({ name }) => name === note.slice(SERVED.length))) return
  throw new PostgresFault(`The database was migrated by a newer version, which had also: ${missing.join(', ')}.`)
}

/**
 * While they wait for a lock, everybody who comes later waits behind them: so they give up before anybody does, let the others through, and
 * begin again.
 */
async function runPatiently(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_LIMIT_MS}`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runPending(client, files)
      break
    } catch (error) {
      const isLocked = error instanceof PostgresFault && LOCKED.includes(errorCode(error.cause))
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

async function runPending(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  // Loaded only when there is something to do, because it brings along a file globber and a module loader.
  const { runner } = await import('node-pg-migrate')
  const said: string[] = []
  const note = (text: string) => void said.push(text)
  try {
    await runner({
      dbClient: client,
      dir: files.map(({ path }) => path),
      useGlob: true,
      direction: 'up',
      migrationsSchema: 'migrations',
      createMigrationsSchema: true,
      migrationsTable: 'applied',
      singleTransaction: true,
      advisoryLockMode: 'wait',
      logger: { info: note, warn: note, error: note },
    })
  } catch (error) {
    const file = said.findLast((text) => text.startsWith('### MIGRATION'))?.match(/MIGRATION (\S+)/)?.[1]
    const place = file === undefined ? '' : ` in ${file}.sql`
    const [, missing, later] =
      /Not run migration (\S+) is preceding already run migration (\S+)/.exec(errorText(error)) ?? []
    if (missing !== undefined) {
      const order = `The database has ${later}, but lacks ${missing}, which comes before it.`
      throw new PostgresFault(
        `${order} It was migrated by a version that cannot be upgraded. Use another database, or delete a demo's data folder to start over.`,
        { cause: error },
      )
    }
    const hint = HINTS[errorCode(error)] ?? ''
    throw new PostgresFault(`Migrating the database failed${place}: ${errorText(error)}.${hint}`, { cause: error })
  }
}

const HINTS: Record<string, string> = {
  '42501':
    ' The user of DATABASE_URL must own the database and be allowed to make roles, one of them with BYPASSRLS: ' +
    'a superuser, or from PostgreSQL 16 on a user with CREATEROLE and BYPASSRLS.',
  '53100': ' The disk is full.',
}

async function authenticatorMayLogIn(options: MigrateOptions): Promise<boolean> {
  const client = new pg.Client({
    connectionString: authenticatorUrl(options.connectionString, options.authenticatorPassword),
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28P01: wrong password, 28000: none set yet, or login refused.
    if (['28P01', '28000'].includes(errorCode(error))) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The same server and database as `authenticator`. */
export function authenticatorUrl(ownerConnectionString: string, password: string): string {
  const url = new URL(ownerConnectionString)
  const owner = url.searchParams.get('user') ?? url.username
  // Without a database name, PostgreSQL uses the user's.
  if (url.pathname.length < 2) url.pathname = `/${owner}`
  // A user in the query overrides the one before the host, and is the only one in a local socket's address.
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  url.username = 'authenticator'
  url.password = password
  if (url.username === '') {
    url.searchParams.set('user', 'authenticator')
    url.searchParams.set('password', password)
  }
  return url.href
}

async function setAuthenticatorPassword(client: pg.Client, password: string): Promise<void> {
  // Sent as a verifier, so that the password never appears in a server log.
  const sql = `alter role authenticator password ${pg.escapeLiteral(scramVerifier(password))}`
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(sql)
      return
    } catch (error) {
      // XX000 "tuple concurrently updated": another database on this server is setting it at the same moment.
      if (errorCode(error) !== 'XX000' || attempt === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

/** RFC 5803, in the form that `alter role … password` takes. */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
