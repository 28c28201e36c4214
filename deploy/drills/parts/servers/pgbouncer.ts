import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#platform/postgres/free-port.ts'
import { needPrograms, type Sandbox } from '../sandbox.ts'
import { asAccount, type DebianPostgres } from './debian-postgres.ts'
import { killNow } from './supervised.ts'

const FOLDER = new URL('../../../pgbouncer/', import.meta.url)
const PROGRAM = '/usr/sbin/pgbouncer'
const PASSWORD = 'pooler'

interface PgBouncer {
  port: number
  log: string
  start(): Promise<void>
  kill(): Promise<void>
}

/** Configures a pooler as in deploy/pgbouncer, in front of a server that requires passwords; does not start it. */
export async function preparePgBouncer(sandbox: Sandbox, server: DebianPostgres): Promise<PgBouncer> {
  needPrograms({ pgbouncer: PROGRAM })
  const owner = new pg.Client({ connectionString: server.connectionString })
  await owner.connect()
  await owner.query(readFileSync(new URL('auth.sql', FOLDER), 'utf8').replace('change-me', PASSWORD))
  await owner.end()
  const port = await freePort()
  const users = join(sandbox.folder, 'userlist.txt')
  // The owner too, so that a start that must be refused reaches the check.
  const { username, password } = new URL(server.connectionString)
  writeFileSync(users, `"pgbouncer" "${PASSWORD}"\n"${username}" "${password}"\n`)
  const text = readFileSync(new URL('pgbouncer.ini', FOLDER), 'utf8')
    .replace('market = host=127.0.0.1 port=5432 dbname=market', `postgres = host=127.0.0.1 port=${server.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users)
    .replaceAll(/^(unix_socket_dir|logfile|pidfile) = .*$/gm, '')
  const file = join(sandbox.folder, 'pgbouncer.ini')
  writeFileSync(file, text)
  appendFileSync(file, '\nunix_socket_dir =\n')
  const log = join(sandbox.folder, 'pgbouncer.log')
  let running: ChildProcess | undefined
  const pooler: PgBouncer = {
    port,
    log,
    async start() {
      const out = openSync(log, 'a')
      running = spawn(PROGRAM, ['-q', file], { ...asAccount(sandbox), stdio: ['ignore', out, out] })
    },
    kill: () => killNow(running),
  }
  sandbox.atEnd(pooler.kill)
  return pooler
}
