import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { authenticatorUrl } from '../authenticator.ts'
import { openPool } from '../database.ts'
import { startEmbeddedPostgres } from '../embedded/embedded.ts'
import { checkServer } from '../servers/server-check.ts'
import { released, type SmallProject, smallProject } from '../testing/small-project.ts'
import { type TestServer, testServer } from '../testing.ts'
import { makeTables, migrate } from './migrate.ts'

let server: TestServer
let admin: pg.Pool
let project: SmallProject
let serial = 0
const names: string[] = []

beforeAll(async () => {
  server = await testServer({ floors: 'platform' })
  admin = openPool({ connectionString: server.connectionString, maxConnections: 2 })
})
beforeEach(async () => {
  project = await smallProject({ [FIRST]: 'create table first (id int);' })
})
afterEach(() => project.remove())
afterAll(async () => {
  for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

const FIRST = 'database/tables/0001_first.sql'
const SECOND = 'database/tables/0002_second.sql'
const THIRD = 'database/tables/0003_third.sql'
const MAKE_SECOND = 'create table second (id int);'

async function emptyDatabase(): Promise<string> {
  serial += 1
  const name = `migrate_${process.pid}_${serial}`
  names.push(name)
  await admin.query(`create database ${name}`)
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  return url.href
}

const run = async (connectionString: string, from = project) =>
  migrate({
    connectionString,
    sources: await from.sources(),
    authenticatorPassword: server.authenticatorPassword,
  })

async function rows(connectionString: string, sql: string) {
  const pool = openPool({ connectionString, maxConnections: 1 })
  try {
    return (await pool.query(sql)).rows
  } finally {
    await pool.end()
  }
}

test('applies new migrations once, and lets authenticator log in', async () => {
  const url = await emptyDatabase()
  await run(url)
  await project.write({ [SECOND]: 'alter table first add column name text;' })
  await run(url)
  await run(url)
  const applied = await rows(url, 'select name from migrations.applied order by name')
  expect(applied).toEqual([{ name: '0001_first' }, { name: '0002_second' }])
  const login = authenticatorUrl(url, server.authenticatorPassword)
  expect(await rows(login, 'select current_user::text as name')).toEqual([{ name: 'authenticator' }])
})

test('reports a failing file and rolls everything back', async () => {
  const url = await emptyDatabase()
  await project.write({ [SECOND]: `${MAKE_SECOND}\nselect nonsense;` })
  await expect(run(url)).rejects.toThrow(/failed in .*0002_second.sql:2: column "nonsense" does not exist/)
  expect(await rows(url, "select to_regclass('first') as name")).toEqual([{ name: null }])
})

test('reports a file that comes after a later one was applied', async () => {
  const url = await emptyDatabase()
  await project.write({ [THIRD]: 'create table third (id int);' })
  await run(url)
  await project.write({ [SECOND]: MAKE_SECOND })
  await expect(run(url)).rejects.toThrow('The database has 0003_third, but lacks 0002_second, which comes before it.')
})

test('concurrent starts wait for each other', async () => {
  const url = await emptyDatabase()
  await Promise.all([run(url), run(url), run(url), run(url)])
  expect(await rows(url, 'select name from migrations.applied')).toEqual([{ name: '0001_first' }])
})

test('databases of one server may create the shared roles at the same moment', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roles-test-'))
  await chmod(dataDir, 0o711)
  await project.write({ [FIRST]: await readFile('platform/postgres/sql/tables/0001_postgres.sql', 'utf8') })
  // Roles outlive databases, so only a separate server has none yet.
  const fresh = await startEmbeddedPostgres({ dataDir, throwaway: true })
  try {
    const urls = ['a', 'b', 'c', 'd'].map((name) => fresh.connectionString.replace(/postgres$/, name))
    for (const name of ['a', 'b', 'c', 'd']) await rows(fresh.connectionString, `create database ${name}`)
    await Promise.all(urls.map((url) => run(url)))
    const members = await rows(
      fresh.connectionString,
      "select 1 from pg_auth_members where member = 'authenticator'::regrole",
    )
    expect(members).toHaveLength(4)
  } finally {
    await fresh.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('rejects a misnamed file and a duplicate number', async () => {
  await project.write({ 'database/tables/Later.sql': '' })
  await expect(project.sources()).rejects.toThrow('Not named NNNN_name.sql')
  await project.write({ 'database/tables/Later.sql': null, 'database/tables/0001_other.sql': '' })
  await expect(project.sources()).rejects.toThrow('Duplicate migration number: 0001_other')
})

test('the previous release works with a newer database and can be restarted; the one before it is rejected', async () => {
  const url = await emptyDatabase()
  await run(url)
  await project.write({ [SECOND]: MAKE_SECOND, ...released('1.1.0', '1.0.0') })
  expect(await run(url)).toBeUndefined()
  await project.write({ [SECOND]: null, ...released('1.0.0') })
  expect(await run(url)).toBe('1.1.0')
  await project.write({ [SECOND]: MAKE_SECOND, [THIRD]: 'drop table first;', ...released('1.2.0', '1.1.0') })
  expect(await run(url)).toBeUndefined()
  await project.write({ [SECOND]: null, [THIRD]: null, ...released('1.0.0') })
  await expect(run(url)).rejects.toThrow(
    'The database was migrated by version 1.2.0; this is version 1.0.0, which cannot work with it.',
  )
})

test('the previous release changes nothing in a newer database', async () => {
  const url = await emptyDatabase()
  const rule = 'database/goods/rules.sql'
  await project.write({ [rule]: TWO, ...released('1.1.0', '1.0.0') })
  await run(url)
  await project.write({ [rule]: TWO.replace('2', '3'), ...released('1.0.0') })
  await run(url)
  expect(await rows(url, 'select public.two() as two')).toEqual([{ two: 2 }])
})

const TWO = 'create function public.two() returns integer language sql as $$ select 2 $$;'

test('rejects a database of a version before 1.0 without changing it', async () => {
  const url = await emptyDatabase()
  const former = 'create schema migrations; create table migrations.applied (id serial, name text, run_on timestamp)'
  await rows(url, former)
  await expect(run(url)).rejects.toThrow(
    'The database was made by a version before 1.0, from which there is no upgrade. Use another database, or delete the data folder of a demo to start over.',
  )
  expect(await rows(url, "select to_regclass('migrations.release') as name")).toEqual([{ name: null }])
})

test('migrates only the tables that a backup needs, and the rest afterwards', async () => {
  const url = await emptyDatabase()
  await project.write({ [SECOND]: MAKE_SECOND, 'database/goods/rules.sql': TWO })
  const { tables } = await project.sources()
  const owner = openPool({ connectionString: url, maxConnections: 1 })
  const client = await owner.connect()
  await makeTables(
    client,
    tables.filter(({ name }) => name === '0001_first'),
  )
  client.release()
  await owner.end()
  expect(await rows(url, "select to_regclass('second') as name")).toEqual([{ name: null }])
  await run(url)
  expect(await rows(url, 'select public.two() as two, (select count(*)::int from second) as rows')).toEqual([
    { two: 2, rows: 0 },
  ])
})

test('a migration that waits for a lock gives way to queued requests and retries', async () => {
  const url = await emptyDatabase()
  await run(url)
  await project.write({ [SECOND]: 'alter table first add column name text;' })
  const reader = openPool({ connectionString: url, maxConnections: 2 })
  const slow = await reader.connect()
  try {
    await slow.query('begin')
    await slow.query('select from first')
    const running = run(url)
    const waiting = `select count(*)::int as waiting from pg_locks where not granted and relation = 'first'::regclass`
    await vi.waitFor(async () => expect((await reader.query(waiting)).rows).toEqual([{ waiting: 1 }]), 10_000)
    // Queued behind the migration, and without a retry for as long as the slow one.
    await reader.query('select from first')
    await slow.query('commit')
    await running
    await reader.query('select name from first')
  } finally {
    slow.release()
    await reader.end()
  }
})

test('rejects a server that may lose committed data, or is unreachable', async () => {
  // The test server runs without durability on purpose.
  await expect(checkServer(server.connectionString)).rejects.toThrow('fsync, full_page_writes, synchronous_commit')
  await expect(checkServer('postgres://postgres:secret@127.0.0.1:1/shop')).rejects.toThrow(
    'Nothing is listening at 127.0.0.1:1/shop.',
  )
  const url = new URL(server.connectionString)
  url.pathname = '/absent'
  await expect(checkServer(url.href)).rejects.toThrow('no such database')
  url.password = ''
  await expect(checkServer(url.href)).rejects.toThrow('asks for a password')
  // Otherwise the server waits a minute for a password, and no database can be dropped meanwhile.
  await vi.waitFor(async () => {
    const waiting = "select 1 from pg_stat_activity where backend_type = 'client backend' and state = 'starting'"
    expect((await admin.query(waiting)).rows).toEqual([])
  }, 10_000)
  url.password = 'wrong'
  await expect(checkServer(url.href)).rejects.toThrow('refuses the user or password')
})

test('rejects a read-only server', async () => {
  const url = await emptyDatabase()
  const name = new URL(url).pathname.slice(1)
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  await expect(checkServer(url)).rejects.toThrow('is read-only')
})
