import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountForPostgres } from '#platform/postgres/account.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { type OpenServer, openServer } from '#platform/postgres/open-server.ts'
import { seedDemoMarket } from '../database/seed/seed.ts'
import { describeSchema } from '../scripts/generating/describe-schema.ts'

/** Where Debian and Red Hat put the oldest supported version. */
const PROGRAMS = ['/usr/lib/postgresql/15/bin', '/usr/pgsql-15/bin'].find((folder) =>
  existsSync(join(folder, 'initdb')),
)
const why = PROGRAMS ? '' : ' (left out: this machine has no PostgreSQL 15)'

describe.skipIf(!PROGRAMS)(`PostgreSQL 15${why}`, () => {
  let folder: string
  let postmaster: ChildProcess
  let server: OpenServer
  let url: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postgres-15-'))
    const account = await accountForPostgres()
    if (account) await chown(folder, account.uid, account.gid)
    const asAccount = {
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      ...(account && { uid: account.uid, gid: account.gid }),
    }
    const data = join(folder, 'data')
    const made = spawnSync(
      join(PROGRAMS ?? '', 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-k', '-N'],
      asAccount,
    )
    expect(made.status, made.stderr?.toString()).toBe(0)
    const port = await freePort()
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`].flatMap((line) => [
      '-c',
      line,
    ])
    postmaster = spawn(join(PROGRAMS ?? '', 'postgres'), ['-D', data, ...settings], { ...asAccount, stdio: 'ignore' })
    url = `postgres://postgres@127.0.0.1:${port}/postgres`
    await vi.waitFor(() => ask('select 1'), { timeout: 120_000, interval: 100 })
    server = await openServer({
      databaseUrl: url,
      dataDir: folder,
      maxConnections: 4,
      secret: 'a secret of the site',
      strict: true,
    })
  })
  afterAll(async () => {
    await server?.close()
    const ended = new Promise((resolve) => postmaster?.once('exit', resolve))
    if (postmaster?.kill('SIGINT')) await ended
    await rm(folder, { recursive: true, force: true })
  })

  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  test('takes all migrations and comes to the same tables', async () => {
    expect(await ask('select name from migrations.applied order by name')).toEqual(
      server.migrations.map((name) => ({ name })),
    )
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { 'database/types.ts': types = '' } = await describeSchema(client)
    await client.end()
    // Which columns of a view can be null is read from a tree that tells of outer joins from version 16 on only.
    const withoutNulls = (text: string) => text.replaceAll(' | null', '')
    expect(withoutNulls(types)).toBe(withoutNulls(readFileSync('database/types.ts', 'utf8')))
  })

  test('holds the demo market, and shows visitors what policies allow', async () => {
    expect(await seedDemoMarket({ connectionString: url })).toBe(true)
    const visitor = { role: 'anon', claims: { role: 'anon' } }
    const seen = await server.database.as(visitor, async (tx) => {
      const { rows } = await tx.query(`select count(*)::integer as buys from public.group_buys where status = 'active'`)
      return rows[0]
    })
    expect(seen.buys).toBeGreaterThan(0)
  })
})
