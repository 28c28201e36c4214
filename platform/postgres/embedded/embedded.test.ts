import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPool } from '../database.ts'
import { freePort } from '../free-port.ts'
import { connectionShortage } from '../servers/connection-shortage.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

let dataDir: string
let running: EmbeddedPostgres | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  await chmod(dataDir, 0o711)
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function query(server: EmbeddedPostgres, sql: string) {
  const pool = openPool({ connectionString: server.connectionString, maxConnections: 1 })
  try {
    return (await pool.query(sql)).rows
  } finally {
    await pool.end()
  }
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

test('the first start creates a durable database with checksums, and remembers the port', async () => {
  running = await startEmbeddedPostgres({ dataDir })
  const settings = await query(
    running,
    `select name, setting from pg_settings where name in
     ('fsync','full_page_writes','synchronous_commit','data_checksums','listen_addresses','server_encoding') order by name`,
  )
  expect(settings.map((row) => row.setting)).toEqual(['on', 'on', 'on', '127.0.0.1', 'UTF8', 'on'])
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600)
  await query(running, 'create table kept (id int); insert into kept values (1)')
  const before = running.connectionString
  await running.stop()
  running = await startEmbeddedPostgres({ dataDir })
  expect(running.connectionString).toBe(before)
})

test('allows the connections of all processes, and of an operator', async () => {
  running = await startEmbeddedPostgres({ dataDir, connections: 130 })
  expect(await query(running, 'show max_connections')).toEqual([{ max_connections: '150' }])
  expect(await connectionShortage(running.connectionString, 140)).toBeUndefined()
  expect(await connectionShortage(running.connectionString, 148)).toContain('PostgreSQL allows 147 connections, and')
})

test('requires the password', async () => {
  running = await startEmbeddedPostgres({ dataDir })
  const url = new URL(running.connectionString)
  url.password = 'wrong'
  await expect(query({ ...running, connectionString: url.href }, 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('logs server events, but no values of rows and statements', async () => {
  running = await startEmbeddedPostgres({ dataDir })
  const first = running
  for (const [sql, code] of [
    [
      `create table people (mail text unique); insert into people values ('ada@market.test'), ('ada@market.test')`,
      '23505',
    ],
    [`select 'ada@market.test'::uuid`, '22P02'],
    [`do $$ begin raise warning 'ada@market.test'; end $$; select 1 / 0`, '22012'],
  ] as const) {
    await expect(query(first, sql)).rejects.toMatchObject({ code })
  }
  await running.stop()
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('database system is ready to accept connections')
  expect(log).not.toContain('ada@market.test')
})

test('a second start on the same folder names the process that uses it', async () => {
  running = await startEmbeddedPostgres({ dataDir })
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
  expect(await query(running, 'select id from kept')).toEqual([{ id: 1 }])
})

test('a server killed with -9 is restarted on the same port', async () => {
  running = await startEmbeddedPostgres({ dataDir })
  await query(running, 'insert into kept values (2)')
  const pid = await postmasterPid()
  process.kill(pid, 'SIGKILL')
  const server = running
  await expect
    .poll(() => query(server, 'select id from kept order by id').catch(() => []))
    .toEqual([{ id: 1 }, { id: 2 }])
  expect(await postmasterPid()).not.toBe(pid)
})

test('after a kill -9 of the process, its server is taken over without loss', async () => {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(resolve('platform/postgres/embedded/embedded.ts'))}
    const { connectionString } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(connectionString); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`It ended with ${code} before it began.`)),
  )
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => undefined)
  await query({ connectionString: String(line).trim(), stop: async () => undefined }, 'insert into kept values (3)')
  const orphan = await postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  running = await startEmbeddedPostgres({ dataDir })
  expect(await query(running, 'select max(id) as max from kept')).toEqual([{ max: 3 }])
  expect(await postmasterPid()).not.toBe(orphan)
})

test('a stale pid file that names an unrelated process is ignored', async () => {
  const file = join(dataDir, 'postgres/postmaster.pid')
  await writeFile(file, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n\n\n`)
  running = await startEmbeddedPostgres({ dataDir })
  expect(await postmasterPid()).not.toBe(process.pid)
})

test('chooses another port if the remembered one is in use, and reports a fixed port that is in use', async () => {
  running = await startEmbeddedPostgres({ dataDir })
  const port = Number(new URL(running.connectionString).port)
  await running.stop()
  const squatter = createServer().listen(port, '127.0.0.1')
  await once(squatter, 'listening')
  await expect(startEmbeddedPostgres({ dataDir, port })).rejects.toThrow(`Port ${port} on 127.0.0.1`)
  running = await startEmbeddedPostgres({ dataDir })
  expect(new URL(running.connectionString).port).not.toBe(String(port))
  squatter.close()
})

test('a start interrupted while creating the database starts over', async () => {
  const other = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  await chmod(other, 0o711)
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `import { startEmbeddedPostgres } from ${JSON.stringify(resolve('platform/postgres/embedded/embedded.ts'))}
       await startEmbeddedPostgres({ dataDir: ${JSON.stringify(other)}, throwaway: true })`,
    ],
    { stdio: 'inherit' },
  )
  const begun = async () => (await readdir(other)).some((name) => name.startsWith('postgres.new-'))
  await expect.poll(begun, { timeout: 60_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  running = await startEmbeddedPostgres({ dataDir: other, throwaway: true })
  expect(await query(running, 'select 1 as n')).toEqual([{ n: 1 }])
  await running.stop()
  running = undefined
  await rm(other, { recursive: true, force: true })
})

test('reports a data folder that cannot be created', async () => {
  const file = join(dataDir, 'postgres.json')
  await expect(startEmbeddedPostgres({ dataDir: join(file, 'below') })).rejects.toThrow(
    `The data folder ${join(file, 'below')} cannot be made`,
  )
  await expect(startEmbeddedPostgres({ dataDir: '/proc/nothing-goes-here' })).rejects.toThrow('cannot be made')
})

test.runIf(process.getuid?.() === 0)('root can use a data folder that only root can enter', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'embedded-closed-'))
  running = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), throwaway: true, port: await freePort() })
  expect(await query(running, 'select 1 as n')).toEqual([{ n: 1 }])
  const { folder } = JSON.parse(await readFile(join(closed, 'data/postgres.json'), 'utf8'))
  await running.stop()
  running = undefined
  await rm(closed, { recursive: true, force: true })
  await rm(dirname(folder), { recursive: true, force: true })
})
