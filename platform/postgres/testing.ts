import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { authenticatorUrl } from './authenticator.ts'
import { type Database, type Identity, openDatabase, openPool, VISITOR } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of `testing-server.ts`; the first request starts PostgreSQL. */
    testPostgres: string
    /** True in `--mode full`, which runs randomised trials at full length. */
    trialsAreWhole: boolean
  }
}

export interface TestDatabase {
  /** Connects as `authenticator`, as in the product. */
  database: Database
  /** Connection string of `authenticator`. */
  connectionString: string
  /** Bypasses all policies, for setup and for checking what is stored. */
  owner: pg.Pool
  ownerConnectionString: string
  drop(): Promise<void>
}

/** The identity of a signed-in person, or of a visitor. */
export const identityOf = (person: string | null): Identity =>
  person === null ? VISITOR : { role: 'authenticated', claims: { sub: person, role: 'authenticated' } }

/** The response of `testing-server.ts`. */
export interface TestServer {
  connectionString: string
  template: string
  authenticatorPassword: string
}

interface TestDatabaseOptions {
  floors?: 'all' | 'platform'
  seed?: TemplateSeed
  /** Without any migrations. */
  hasNoTables?: boolean
  keepsShortLimits?: boolean
  maxConnections?: number
}

/**
 * Creates a separate database for a test file, copied from a template with all tables and definitions. Tests that don't
 * call it never wait for PostgreSQL. Call `drop` in `afterAll`. `floors: 'platform'` leaves out the product's schema.
 * `seed` fills a template once per run for all tests that use it. `keepsShortLimits` keeps the statement and lock
 * timeouts of callers, for tests of what happens when they expire. `maxConnections` is that of `database`: by default
 * few enough that a race has more callers than connections, 20 in a full run.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await testServer(options)
  const template = options.seed ? await filledTemplate(server, options.seed) : server.template
  const name = await copyDatabase(server, options.hasNoTables ? 'template1' : template)
  const ownerConnectionString = urlOf(server.connectionString, name)
  const connectionString = authenticatorUrl(ownerConnectionString, server.authenticatorPassword)
  const { leastLimitMs, ...timeouts } = GENEROUS_LIMITS
  const database = openDatabase({
    connectionString,
    maxConnections: options.maxConnections ?? (inject('trialsAreWhole') ? 20 : 8),
    ...timeouts,
    ...(!options.keepsShortLimits && { leastLimitMs }),
  })
  const owner = openPool({
    connectionString: ownerConnectionString,
    connectWithinMs: GENEROUS_LIMITS.connectWithinMs,
  })
  return {
    database,
    connectionString,
    owner,
    ownerConnectionString,
    async drop() {
      await Promise.all([database.close(), owner.end()])
      await runOnServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Timeouts for a busy machine: hundreds of callers queue, and a server that copies databases on a slow disk opens
 * connections and starts statements seconds late. Shorter than a test's timeout, so that a test that hangs still
 * reports where.
 */
export const GENEROUS_LIMITS = { waitMs: 100_000, connectWithinMs: 100_000, leastLimitMs: 100_000 } as const

/** Fills a template database. */
export interface TemplateSeed {
  /** Suffix of the template's name: lower-case letters and digits. */
  name: string
  fill(ownerConnectionString: string): Promise<unknown>
}

/**
 * Creates the filled template, which stays until the server stops. It has no connections, as a template requires. Other
 * workers wait until it is filled.
 */
async function filledTemplate(server: TestServer, { name, fill }: TemplateSeed): Promise<string> {
  const template = `${server.template}_${name}`
  const pool = openPool({
    connectionString: server.connectionString,
    maxConnections: 1,
    connectWithinMs: GENEROUS_LIMITS.connectWithinMs,
  })
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const copy = await copyDatabase(server, server.template)
      await fill(urlOf(server.connectionString, copy))
      await client.query(`alter database ${copy} rename to ${template}`)
    }
    return template
  } finally {
    client.release()
    await pool.end()
  }
}

/**
 * Copies the files, because PostgreSQL's default strategy, through the write-ahead log, takes four times as long here.
 */
async function copyDatabase(server: TestServer, template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOnServer(server, `create database ${name} template ${template} strategy file_copy`)
  return name
}

/** The server that all tests of a run share; callers drop the databases that they create on it. */
export async function testServer({ floors = 'all' }: { floors?: 'all' | 'platform' } = {}): Promise<TestServer> {
  const answer = await fetch(`${inject('testPostgres')}?floors=${floors}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as TestServer
}

function urlOf(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

async function runOnServer(server: TestServer, statement: string): Promise<void> {
  const pool = openPool({
    connectionString: server.connectionString,
    maxConnections: 1,
    connectWithinMs: GENEROUS_LIMITS.connectWithinMs,
  })
  try {
    await pool.query(statement)
  } finally {
    await pool.end()
  }
}
