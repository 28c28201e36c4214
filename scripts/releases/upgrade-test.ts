import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { openPool } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { readPreviousRelease } from '#platform/postgres/migrations/release.ts'
import { openServer } from '#platform/postgres/open-server.ts'
import { describeSchema } from '../generating/describe-schema.ts'
import { unpackRelease } from './unpack-release.ts'

/**
 * npm run upgrade-test: creates a market with the code of the former release (database/former-release.json), opens it
 * with this release's, and checks that no row is lost, the audits find nothing, and tables and definitions equal those
 * of a new market.
 */
const former = await readPreviousRelease()
if (former) await upgrade(former)
else console.log('No release has been recorded yet (npm run keep-release).')

async function upgrade({ version, commit }: { version: string; commit: string }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-test-'))
  // PostgreSQL may have to run as another account, which needs access.
  chmodSync(folder, 0o711)
  // Durable, because a market rejects a server that may lose committed data.
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  try {
    const release = join(folder, 'release')
    unpackRelease(commit, release)
    const upgraded = await createDatabase(postgres.connectionString, 'upgraded')
    const made = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/releases/make-market.ts'], {
      cwd: release,
      stdio: 'inherit',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: upgraded, DATA_DIR: folder },
    })
    if (made.status !== 0) throw new Error(`Version ${version} could not create its market.`)
    const before = await countRows(upgraded)
    await open(upgraded, folder)
    const fresh = await createDatabase(postgres.connectionString, 'fresh')
    await open(fresh, folder)
    const faults = [
      ...lostRows(before, await countRows(upgraded)),
      ...(await audit(upgraded)),
      ...((await databaseText(upgraded)) === (await databaseText(fresh))
        ? []
        : ['Its tables or definitions differ from those of a new market.']),
    ]
    for (const fault of faults) console.error(fault)
    console.log(
      faults.length === 0 ? `A market of version ${version} was upgraded and is consistent.` : 'The upgrade failed.',
    )
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function createDatabase(server: string, name: string): Promise<string> {
  await asOwner(server, (client) => client.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function open(databaseUrl: string, dataDir: string): Promise<void> {
  const options = {
    databaseUrl,
    dataDir: resolve(dataDir),
    maxConnections: 2,
    secret: 'a market to upgrade',
    strict: false,
  }
  await (await openServer(options)).close()
}

/** The number of rows by table. */
async function countRows(connectionString: string): Promise<Map<string, number>> {
  return asOwner(connectionString, async (client) => {
    const { rows } = await client.query<{ name: string; rows: string }>(
      `select c.oid::regclass::text as name,
         (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || c.oid::regclass, false, true, '')))[1]::text as rows
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema|migrations)' order by 1`,
    )
    return new Map(rows.map(({ name, rows: count }) => [name, Number(count)]))
  })
}

function lostRows(before: Map<string, number>, after: Map<string, number>): string[] {
  return [...before]
    .filter(([name, rows]) => (after.get(name) ?? 0) < rows)
    .map(([name, rows]) => `${name} had ${rows} rows and has ${after.get(name) ?? 'gone'}.`)
}

async function audit(connectionString: string): Promise<string[]> {
  const pool = openPool({ connectionString, maxConnections: 1 })
  try {
    const found = [...(await auditMarket(pool)), ...(await auditLedger(pool))]
    return found.map((finding) => `The audit finds: ${JSON.stringify(finding)}`)
  } finally {
    await pool.end()
  }
}

/** Types of tables and functions, constraints and indexes, and every definition as it was applied. */
async function databaseText(connectionString: string): Promise<string> {
  return asOwner(connectionString, async (client) => {
    const { rows } = await client.query<{ kind: string; name: string; sql: string }>(
      'select kind, name, sql from migrations.definitions where retired_in is null order by kind, name',
    )
    return JSON.stringify([await describeSchema(client), rows])
  })
}

async function asOwner<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
