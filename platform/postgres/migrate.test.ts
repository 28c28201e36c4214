import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openPool } from './database.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { authenticatorUrl, migrate } from './migrate.ts'
import { checkServer } from './server-check.ts'
import { type TestServer, testServer } from './testing.ts'

let server: TestServer
let admin: pg.Pool
let folder: string
let serial = 0
const names: string[] = []

beforeAll(async () => {
  server = await testServer({ below: '0010' })
  admin = openPool({ connectionString: server.connectionString, maxConnections: 2 })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id int);')
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(async () => {
  for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

async function emptyDatabase(): Promise<string> {
  serial += 1
  const name = `migrate_${process.pid}_${serial}`
  names.push(name)
  await admin.query(`create database ${name}`)
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  return url.href
}

const run = (connectionString: string, from = folder) =>
  migrate({ connectionString, folders: [from], authenticatorPassword: server.authenticatorPassword })

async function rows(connectionString: string, sql: string) {
  const pool = openPool({ connectionString, maxConnections: 1 })
  try {
    return (await pool.query(sql)).rows
  } finally {
    await pool.end()
  }
}

test('applies what is new, once, and lets authenticator log in', async () => {
  const url = await emptyDatabase()
  await run(url)
  await writeFile(join(folder, '0002_second.sql'), 'alter table first add column name text;')
  await run(url)
  await run(url)
  const applied = await rows(url, 'select name from migrations.applied order by id')
  expect(applied).toEqual([{ name: '0001_first' }, { name: '0002_second' }])
  const login = authenticatorUrl(url, server.authenticatorPassword)
  expect(await rows(login, 'select current_user::text as name')).toEqual([{ name: 'authenticator' }])
})

test('a failing file is named and leaves nothing behind', async () => {
  const url = await emptyDatabase()
  await writeFile(join(folder, '0002_broken.sql'), 'create table second (id int);\nselect nonsense;')
  await expect(run(url)).rejects.toThrow('failed in 0002_broken.sql: column "nonsense" does not exist')
  expect(await rows(url, "select to_regclass('first') as name")).toEqual([{ name: null }])
})

test('a file that comes too late is reported with the one it should precede', async () => {
  const url = await emptyDatabase()
  await writeFile(join(folder, '0003_third.sql'), 'create table third (id int);')
  await run(url)
  await writeFile(join(folder, '0002_second.sql'), 'create table second (id int);')
  await expect(run(url)).rejects.toThrow('The database has 0003_third, but lacks 0002_second, which comes before it.')
})

test('several processes that start at once wait for each other', async () => {
  const url = await emptyDatabase()
  await Promise.all([run(url), run(url), run(url), run(url)])
  expect(await rows(url, 'select name from migrations.applied')).toEqual([{ name: '0001_first' }])
})

test('databases of one server may create the shared roles at the same moment', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roles-test-'))
  await chmod(dataDir, 0o711)
  await copyFile('platform/postgres/migrations/0001_roles.sql', join(folder, '0001_roles.sql'))
  await rm(join(folder, '0001_first.sql'))
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

test('an older version refuses a newer database, and a badly named file is refused', async () => {
  const url = await emptyDatabase()
  await writeFile(join(folder, '0002_second.sql'), 'create table second (id int);')
  await run(url)
  await rm(join(folder, '0002_second.sql'))
  await expect(run(url)).rejects.toThrow('migrated by a newer version, which had also: 0002_second')
  await writeFile(join(folder, 'Later.sql'), '')
  await expect(run(url)).rejects.toThrow('Not named NNNN_name.sql')
})

test('the former version goes on, and is started again, on the database of a newer one', async () => {
  const url = await emptyDatabase()
  const migrated = (formerMigration: string) =>
    migrate({
      connectionString: url,
      folders: [folder],
      authenticatorPassword: server.authenticatorPassword,
      formerMigration,
    })
  await writeFile(join(folder, '0002_second.sql'), 'create table second (id int);')
  expect(await migrated('0001_first')).toEqual([])
  await rm(join(folder, '0002_second.sql'))
  expect(await run(url)).toEqual(['0002_second'])
  // The one after it says that this one is too old.
  await writeFile(join(folder, '0002_second.sql'), 'create table second (id int);')
  await writeFile(join(folder, '0003_third.sql'), 'drop table first;')
  await migrated('0002_second')
  await rm(join(folder, '0002_second.sql'))
  await rm(join(folder, '0003_third.sql'))
  await expect(run(url)).rejects.toThrow('migrated by a newer version, which had also: 0002_second, 0003_third')
})

test('a migration lets those pass who wait behind it, and begins again', async () => {
  const url = await emptyDatabase()
  await run(url)
  await writeFile(join(folder, '0002_second.sql'), 'alter table first add column name text;')
  const reader = openPool({ connectionString: url, maxConnections: 2 })
  const slow = await reader.connect()
  try {
    await slow.query('begin')
    await slow.query('select from first')
    const running = run(url)
    const waiting = `select count(*)::int as waiting from pg_locks where not granted and relation = 'first'::regclass`
    await vi.waitFor(async () => expect((await reader.query(waiting)).rows).toEqual([{ waiting: 1 }]), 10_000)
    // Waits behind the migration, and would wait for as long as the slow one.
    await reader.query('select from first')
    await slow.query('commit')
    await running
    await reader.query('select name from first')
  } finally {
    slow.release()
    await reader.end()
  }
})

test('a server that could lose committed data is refused, and so is one that cannot be reached', async () => {
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
  // The server waits a minute for a password, and drops no database meanwhile.
  await vi.waitFor(async () => {
    const waiting = "select 1 from pg_stat_activity where backend_type = 'client backend' and state = 'starting'"
    expect((await admin.query(waiting)).rows).toEqual([])
  }, 10_000)
  url.password = 'wrong'
  await expect(checkServer(url.href)).rejects.toThrow('refuses the user or password')
})

test('a read-only server is refused', async () => {
  const url = await emptyDatabase()
  const name = new URL(url).pathname.slice(1)
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  await expect(checkServer(url)).rejects.toThrow('is read-only')
})
