import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { startProduct } from '../../bench/market/product.ts'

/** A site's initial data: the demo market, or the tables alone. */
export type InitialData = 'demo' | 'empty'

/** The built product on a separate database. */
export interface Site {
  origin: string
  /** The owner's address of its database. */
  databaseUrl: string
  /** Its output so far. */
  output(): string
  close(): Promise<void>
}

/** The address of this run's PostgreSQL; workers inherit it from `startPostgres`. */
const ADDRESS = 'JOURNEYS_POSTGRES'

/**
 * Playwright's global set-up: one PostgreSQL for all sites of a run, with a template database for each kind of initial
 * data.
 */
export default async function startPostgres(): Promise<() => Promise<void>> {
  const dataDir = await makeFolder('journeys-postgres-')
  const postgres = await startEmbeddedPostgres({ dataDir })
  process.env[ADDRESS] = postgres.connectionString
  await onServer(`create database ${templateOf('empty')}`)
  await initialise('empty')
  await onServer(`create database ${templateOf('demo')} template ${templateOf('empty')}`)
  await initialise('demo')
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The product creates and fills the tables at its first start. Copies are started with their own keys. */
async function initialise(beginning: InitialData): Promise<void> {
  const site = await open({ beginning, database: templateOf(beginning), environment: {} })
  await site.close()
  await onServer(`delete from site.identity where name <> 'contents'`, site.databaseUrl)
  // Their bytes were in the folder of the site that has closed.
  await onServer('delete from storage.objects', site.databaseUrl)
}

export interface SiteOptions {
  beginning: InitialData
  port?: number
  /** Additional environment variables. */
  environment?: Record<string, string>
}

export async function openSite({ beginning, port, environment = {} }: SiteOptions): Promise<Site> {
  const { database, drop } = await copyDatabase(beginning)
  const site = await open({ beginning, database, environment, ...(port !== undefined && { port }) })
  return {
    ...site,
    async close() {
      await site.close()
      await drop()
    },
  }
}

export async function copyDatabase(beginning: InitialData) {
  const database = `site_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${database} template ${templateOf(beginning)}`)
  return {
    database,
    databaseUrl: addressOf(database),
    drop: () => onServer(`drop database ${database} with (force)`),
  }
}

interface StartOptions extends SiteOptions {
  database: string
  environment: Record<string, string>
}

async function open({ beginning, database, port, environment }: StartOptions): Promise<Site> {
  const dataDir = await makeFolder('journeys-site-')
  const databaseUrl = addressOf(database)
  const product = await startProduct({
    dataDir,
    port: port ?? (await freePort()),
    environment: {
      DATABASE_URL: databaseUrl,
      SEED: beginning === 'demo' ? 'demo' : 'none',
      // Like under npm: the product ends when the test run that started it has ended.
      npm_lifecycle_event: 'journeys',
      ...environment,
    },
  })
  return {
    origin: product.origin,
    databaseUrl,
    output: product.output,
    async close() {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const templateOf = (beginning: InitialData) => `${beginning}_market`

function addressOf(database: string): string {
  const url = new URL(process.env[ADDRESS] ?? '')
  url.pathname = `/${database}`
  return url.href
}

async function onServer(statement: string, connectionString = process.env[ADDRESS]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function makeFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(folder, 0o711)
  return folder
}
