import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { ABOUT, readAbout } from './about.ts'
import { writeArchive } from './archive.ts'
import { explainDisk } from './backup-fault.ts'
import { copyOut } from './copy-out.ts'
import { storedFiles } from './stored-files.ts'
import type { Entry } from './tar.ts'

interface BackupOptions {
  /** The owner's. */
  connectionString: string
  dataDir: string
  /** A folder, or a file that ends in `.tar`. */
  target: string
  parts: { files: boolean; secrets: boolean }
  /** How many of its own backups stay in the folder; all by default. */
  keep?: number
}

interface TakenBackup {
  path: string
  takenAt: Date
  bytes: number
  seconds: number
  files: number
  /** Older ones that went. */
  removed: string[]
}

/**
 * Copies the database as one moment saw it, then the files that its rows name, then the secrets, into one file, while the site
 * runs. A file is written before the row that names it, so that none is missing.
 */
export async function takeBackup(options: BackupOptions): Promise<TakenBackup> {
  const beganAt = performance.now()
  const path = await pathFor(options.target)
  const client = new pg.Client({ connectionString: options.connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const seen = { takenAt: '', files: 0 }
    const bytes = await writeArchive(path, watched(everything(client, options), seen))
    const taken = { path, takenAt: new Date(seen.takenAt), bytes, seconds: (performance.now() - beganAt) / 1000 }
    await remember(client, taken)
    const removed = options.keep === undefined ? [] : await removeOlder(dirname(path), options.keep)
    return { ...taken, files: seen.files, removed }
  } finally {
    await client.end()
  }
}

async function* everything(client: pg.Client, { dataDir, parts }: BackupOptions): AsyncGenerator<Entry> {
  yield* copyOut(client)
  if (parts.files) yield* storedFiles(join(dataDir, 'files'), 'files')
  if (parts.secrets) yield* storedFiles(join(dataDir, 'secrets'), 'secrets')
}

async function* watched(entries: AsyncIterable<Entry>, seen: { takenAt: string; files: number }) {
  for await (const entry of entries) {
    if (entry.name === ABOUT) seen.takenAt = readAbout(entry.content).takenAt
    if (entry.name.startsWith('files/')) seen.files += 1
    yield entry
  }
}

const OWN_NAME = /^backup-\d{4}-\d\d-\d\d-\d{6}\.tar$/

async function pathFor(target: string): Promise<string> {
  const path = resolve(target)
  const isFile = path.endsWith('.tar')
  const folder = isFile ? dirname(path) : path
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => Promise.reject(explainDisk(error, folder)))
  if (isFile) return path
  const [day = '', time = ''] = new Date().toISOString().split('T')
  return join(folder, `backup-${day}-${time.slice(0, 8).replaceAll(':', '')}.tar`)
}

/** A database of an earlier version has no place for it yet. */
async function remember(client: pg.Client, { takenAt, bytes, seconds, path }: Omit<TakenBackup, 'files' | 'removed'>) {
  const { rows } = await client.query("select to_regclass('site.backups') is not null as made")
  if (!rows[0]?.made) return
  await client.query(
    `insert into site.backups (taken_at, bytes, seconds, place) values ($1, $2, $3, $4) on conflict do nothing`,
    [takenAt, bytes, seconds, path.slice(-1000)],
  )
}

/** By their names, which say when they were taken; whatever else lies there stays. */
async function removeOlder(folder: string, keep: number): Promise<string[]> {
  const own = (await readdir(folder)).filter((name) => OWN_NAME.test(name)).sort()
  const older = own.slice(0, Math.max(0, own.length - keep))
  for (const name of older) await rm(join(folder, name))
  return older
}
