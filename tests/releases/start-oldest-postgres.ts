import { spawn, spawnSync } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountForPostgres } from '#platform/postgres/embedded/account.ts'
import { freePort } from '#platform/postgres/free-port.ts'

export interface OldestPostgres {
  connectionString: string
  /** A temporary folder for this server, deleted by `stop`. */
  folder: string
  stop(): Promise<void>
}

/** Starts a temporary PostgreSQL server of the oldest supported version. */
export async function startOldestPostgres(programs: string): Promise<OldestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-15-'))
  const account = await accountForPostgres()
  if (account) await chown(folder, account.uid, account.gid)
  const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }
  const asAccount = { cwd: '/', env, ...(account && { uid: account.uid, gid: account.gid }) }
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-k', '-N'],
    asAccount,
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  const options = settings.flatMap((setting) => ['-c', setting])
  const postmaster = spawn(join(programs, 'postgres'), ['-D', data, ...options], { ...asAccount, stdio: 'ignore' })
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitUntilReady(connectionString)
  return {
    connectionString,
    folder,
    async stop() {
      const ended = new Promise((resolve) => postmaster.once('exit', resolve))
      if (postmaster.kill('SIGINT')) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(connectionString: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === 1200) throw error
      await sleep(100)
    }
  }
}
