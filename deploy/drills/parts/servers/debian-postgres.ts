import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '#platform/postgres/free-port.ts'
import { OLDEST_PROGRAMS } from '../../../../scripts/testing/oldest-postgres.ts'
import { needPrograms, type Sandbox } from '../sandbox.ts'

/** Debian's folder of PostgreSQL 15. */
export const PROGRAMS = OLDEST_PROGRAMS ?? '/usr/lib/postgresql/15/bin'

/** Debian's PostgreSQL 15 with its own data folder. */
export interface DebianPostgres {
  name: string
  data: string
  port: number
  /** The owner's. */
  connectionString: string
  /** Its log so far. */
  log: string
  start(): Promise<void>
  /** `SIGKILL` kills the postmaster and all of its processes. */
  end(signal?: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  promote(): Promise<unknown>
  /** Changes a setting that needs no restart. */
  set(setting: string, value: string): Promise<void>
}

interface ServerOptions {
  name: string
  /** For postgresql.conf: `{ synchronous_commit: 'on' }`. */
  settings?: Record<string, string>
  port?: number
}

/** Starts an empty server. */
export async function startPostgres(
  sandbox: Sandbox,
  { name, settings = {}, port }: ServerOptions,
): Promise<DebianPostgres> {
  needPrograms({ 'postgresql-15': join(PROGRAMS, 'initdb') })
  const data = join(sandbox.folder, name)
  await runAs(sandbox, join(PROGRAMS, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '-k',
    '-N',
  ])
  const server = serverIn(sandbox, { name, data, port: port ?? (await freePort()) })
  configure(server, { max_connections: '200', ...settings })
  await server.start()
  return server
}

/**
 * Starts a streaming standby of the primary. Its name is its `application_name`, as used in
 * `synchronous_standby_names`.
 */
export async function startStandby(
  sandbox: Sandbox,
  primary: Pick<DebianPostgres, 'port'>,
  { name, settings = {}, port }: ServerOptions,
): Promise<DebianPostgres> {
  const data = join(sandbox.folder, name)
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`
  await runAs(sandbox, join(PROGRAMS, 'pg_basebackup'), [
    '-D',
    data,
    '-d',
    source,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-N',
  ])
  const server = serverIn(sandbox, { name, data, port: port ?? (await freePort()) })
  configure(server, settings)
  await server.start()
  return server
}

/** Runs a program as PostgreSQL's account; returns its output, throws if it failed. */
export async function runAs(sandbox: Sandbox, program: string, args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, asAccount(sandbox))).stdout
  } catch (cause) {
    throw new Error(`${program} failed`, { cause })
  }
}

/** Options of `spawn` for PostgreSQL's account, without this process's environment. */
export const asAccount = ({ account }: Sandbox) => ({
  cwd: '/',
  env: { LC_ALL: 'C', PATH: `${PROGRAMS}:/usr/sbin:/usr/bin:/sbin:/bin` },
  ...(account && { uid: account.uid, gid: account.gid }),
})

/** Waits until the server answers a query. */
async function answers(connectionString: string, seconds = 60): Promise<void> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

function serverIn(
  sandbox: Sandbox,
  { name, data, port }: { name: string; data: string; port: number },
): DebianPostgres {
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`
  const log = join(sandbox.folder, `${name}.log`)
  let postmaster: ChildProcess | undefined
  let removed: Promise<unknown> = Promise.resolve()
  const server: DebianPostgres = {
    name,
    data,
    port,
    connectionString,
    log,
    async start() {
      const out = openSync(log, 'a')
      // A separate process group, so that all of it can be killed at once.
      const stdio: ['ignore', number, number] = ['ignore', out, out]
      postmaster = spawn(join(PROGRAMS, 'postgres'), ['-D', data], { ...asAccount(sandbox), stdio, detached: true })
      const started = postmaster
      removed = new Promise((resolve) => started.once('exit', resolve))
      await answers(connectionString)
    },
    async end(signal = 'SIGINT') {
      if (postmaster?.pid === undefined || postmaster.exitCode !== null || postmaster.signalCode !== null) return
      if (signal === 'SIGKILL') killAll(postmaster.pid)
      else postmaster.kill(signal)
      await removed
    },
    async set(setting, value) {
      const owner = new pg.Client({ connectionString })
      owner.on('error', () => undefined)
      await owner.connect()
      await owner.query(`alter system set ${setting} = '${value}'`)
      await owner.query('select pg_reload_conf()')
      await owner.end()
    },
    promote: () => runAs(sandbox, join(PROGRAMS, 'pg_ctl'), ['promote', '-D', data]),
  }
  sandbox.atEnd(() => server.end('SIGQUIT'))
  return server
}

/**
 * PostgreSQL's processes each lead a group of their own, so all of them are looked up by their parent before it ends.
 */
function killAll(postmaster: number): void {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  const children = stdout.split(/\s+/).filter(Boolean).map(Number)
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

function configure({ data, port }: DebianPostgres, settings: Record<string, string>): void {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), ...settings }
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  appendFileSync(join(data, 'postgresql.conf'), lines.join(''))
}
