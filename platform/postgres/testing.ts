import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { authenticatorUrl } from './authenticator.ts'
import { type Database, openDatabase, openPool } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `testing-server.ts` answers; the first request starts PostgreSQL. */
    testPostgres: string
    /** True in `--mode full`: what is drawn and repeated is done in whole. */
    trialsAreWhole: boolean
  }
}

export interface TestDatabase {
  /** Connects as `authenticator`, as in the product. */
  database: Database
  /** For `authenticator`. */
  connectionString: string
  /** Bypasses all policies: for setting up, and for checking what is really stored. */
  owner: pg.Pool
  ownerConnectionString: string
  drop(): Promise<void>
}

/** The answer of `testing-server.ts`. */
export interface TestServer {
  connectionString: string
  template: string
  authenticatorPassword: string
}

interface TestDatabaseOptions {
  floors?: 'all' | 'platform'
  filledBy?: Filling
  /** Nothing was migrated. */
  hasNoTables?: boolean
  isImpatient?: boolean
  maxConnections?: number
}

/**
 * A separate database for a test file, copied from one with all tables and definitions. Tests that do not call it never
 * wait for PostgreSQL. Call `drop` in `afterAll`. `floors: 'platform'` leaves out
 * the product's. `filledBy` fills a template once in a run, for all tests that name it. `isImpatient` keeps the limits of statements and locks
 * that callers name, for tests of what happens past them. `maxConnections`: of `database`, few enough unless named that a race has more callers than connections, and 20 in a full run.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await testServer(options)
  const template = options.filledBy ? await filledTemplate(server, options.filledBy) : server.template
  const name = await copyOf(server, options.hasNoTables ? 'template1' : template)
  const ownerConnectionString = urlOf(server.connectionString, name)
  const connectionString = authenticatorUrl(ownerConnectionString, server.authenticatorPassword)
  const { leastLimitMs, ...patience } = FOR_A_BUSY_MACHINE
  const database = openDatabase({
    connectionString,
    maxConnections: options.maxConnections ?? (inject('trialsAreWhole') ? 20 : 8),
    ...patience,
    ...(!options.isImpatient && { leastLimitMs }),
  })
  const owner = openPool({
    connectionString: ownerConnectionString,
    connectWithinMs: FOR_A_BUSY_MACHINE.connectWithinMs,
  })
  return {
    database,
    connectionString,
    owner,
    ownerConnectionString,
    async drop() {
      await Promise.all([database.close(), owner.end()])
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Hundreds of callers wait in line, and a server that copies databases for other files on a slow disk opens a connection or begins a statement
 * seconds late: callers are answered late rather than sent away. Shorter than a test may take, so that what hangs still says where.
 */
export const FOR_A_BUSY_MACHINE = { waitMs: 100_000, connectWithinMs: 100_000, leastLimitMs: 100_000 } as const

/** How a template database is filled. */
export interface Filling {
  /** Suffix of the template database's name: lower-case letters and digits. */
  name: string
  fill(ownerConnectionString: string): Promise<unknown>
}

/** Stays until the server ends, with nobody connected to it, as a template must be. Other workers of the run wait until it is filled. */
async function filledTemplate(server: TestServer, { name, fill }: Filling): Promise<string> {
  const template = `${server.template}_${name}`
  const pool = openPool({
    connectionString: server.connectionString,
    maxConnections: 1,
    connectWithinMs: FOR_A_BUSY_MACHINE.connectWithinMs,
  })
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const filling = await copyOf(server, server.template)
      await fill(urlOf(server.connectionString, filling))
      await client.query(`alter database ${filling} rename to ${template}`)
    }
    return template
  } finally {
    client.release()
    await pool.end()
  }
}

/** Copies the files: PostgreSQL's default strategy, through the write-ahead log, takes four times as long here. */
async function copyOf(server: TestServer, template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return name
}

/** The server that all tests of a run share; callers drop the databases they create on it. */
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

async function onServer(server: TestServer, statement: string): Promise<void> {
  const pool = openPool({
    connectionString: server.connectionString,
    maxConnections: 1,
    connectWithinMs: FOR_A_BUSY_MACHINE.connectWithinMs,
  })
  try {
    await pool.query(statement)
  } finally {
    await pool.end()
  }
}
