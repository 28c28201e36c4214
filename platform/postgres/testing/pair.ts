import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { authenticatorUrl } from '../authenticator.ts'
import { openPool } from '../database.ts'
import { accountForPostgres } from '../embedded/account.ts'
import { startEmbeddedPostgres } from '../embedded/embedded.ts'
import { startPostmaster } from '../embedded/postmaster.ts'
import { programFor } from '../embedded/program.ts'
import { freePort } from '../free-port.ts'
import { readDatabaseSources } from '../migrations/database-sources.ts'
import { migrate } from '../migrations/migrate.ts'

/** A primary with durable commits and the platform's tables, and a standby that streams from it. */
interface ReplicatedPair {
  /** Connection strings of the login role. */
  primaryUrl: string
  standbyUrl: string
  owner: pg.Pool
  standbyOwner: pg.Pool
  /** Pauses replay on the standby. */
  pause(): Promise<void>
  /** Resumes replay, and waits until the standby has replayed everything committed so far. */
  resume(): Promise<void>
  close(): Promise<void>
}

const PASSWORD = 'authenticator'

type Prepare = (owner: pg.Pool) => Promise<unknown>

/** Closes a resource. */
type Closer = () => Promise<unknown>

export async function openReplicatedPair(prepare: Prepare): Promise<ReplicatedPair> {
  const closers: Closer[] = []
  // In reverse order of opening.
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await open(prepare, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(prepare: Prepare, closers: Closer[]): Promise<Omit<ReplicatedPair, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'pair-of-servers-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'primary')
  const primary = await startEmbeddedPostgres({ dataDir })
  closers.push(primary.stop)
  const sources = await readDatabaseSources('.', { floors: 'platform' })
  await migrate({ connectionString: primary.connectionString, sources, authenticatorPassword: PASSWORD })
  const owner = openPool({ connectionString: primary.connectionString, maxConnections: 4 })
  closers.push(() => owner.end())
  await prepare(owner)
  const standby = await startStandby({
    owner,
    source: join(dataDir, 'postgres'),
    folder,
    url: primary.connectionString,
  })
  closers.push(standby.stop)
  const standbyOwner = openPool({ connectionString: standby.url, maxConnections: 2 })
  closers.push(() => standbyOwner.end())
  const waitForReplay = async () => {
    const { rows } = await owner.query('select pg_current_wal_flush_lsn()::text as at')
    const sql = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there'
    while (!(await standbyOwner.query(sql, [rows[0].at])).rows[0].is_there) await new Promise((r) => setTimeout(r, 10))
  }
  await waitForReplay()
  return {
    primaryUrl: authenticatorUrl(primary.connectionString, PASSWORD),
    standbyUrl: authenticatorUrl(standby.url, PASSWORD),
    owner,
    standbyOwner,
    async pause() {
      await standbyOwner.query('select pg_wal_replay_pause()')
      const sql = `select pg_get_wal_replay_pause_state() = 'paused' as is_paused`
      while (!(await standbyOwner.query(sql)).rows[0].is_paused) await new Promise((r) => setTimeout(r, 5))
    },
    async resume() {
      await standbyOwner.query('select pg_wal_replay_resume()')
      await waitForReplay()
    },
  }
}

interface StandbyServerOptions {
  owner: pg.Pool
  source: string
  folder: string
  url: string
}

/** The packages don't include pg_basebackup, so the folder is copied between pg_backup_start and pg_backup_stop. */
async function startStandby({ owner, source, folder, url }: StandbyServerOptions) {
  const account = await accountForPostgres()
  const copy = join(folder, 'standby')
  const label = await copyFolder(owner, { source, copy })
  await rm(join(copy, 'postmaster.pid'))
  for (const file of await readdir(join(copy, 'pg_wal'))) {
    if (/^[0-9A-F]{24}$/.test(file)) await rm(join(copy, 'pg_wal', file))
  }
  const files = {
    backup_label: label,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = '${url}'\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(copy, name), text)
    if (account) await chown(join(copy, name), account.uid, account.gid)
  }
  const { password } = new URL(url)
  const port = await freePort()
  const cluster = { folder: copy, account, password, port, stateFile: join(folder, 'standby.json') }
  // A standby needs at least as many connections and WAL senders as its primary, which has the default settings.
  const server = await startPostmaster({ cluster, program: await programFor(account), port, throwaway: false })
  const own = new URL(url)
  own.port = String(port)
  return { url: own.href, stop: server.stop }
}

/** Returns the backup label. */
async function copyFolder(owner: pg.Pool, { source, copy }: { source: string; copy: string }): Promise<string> {
  const client = await owner.connect()
  try {
    await client.query(`select pg_backup_start('pair', true)`)
    spawnSync('cp', ['-pR', source, copy])
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    return rows[0].labelfile
  } finally {
    client.release()
  }
}
