import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import type { ArchiveEntry } from './archive.ts'
import { writeArchive } from './archive.ts'
import { explainDiskError } from './backup-fault.ts'
import { dumpDatabase } from './dump-database.ts'
import { MANIFEST, parseManifest } from './manifest.ts'
import { storedFiles } from './stored-files.ts'

interface BackupOptions {
  /** Connection string of the owner. */
  connectionString: string
  dataDir: string
  /** A folder, or a file that ends in `.tar`. */
  target: string
  /** `files`: those in the data folder; files in a bucket are never part of a backup. `secrets`: the generated keys. */
  parts: { files: boolean; secrets: boolean }
  /** Number of backups to retain in the folder; all by default. */
  keep?: number
}

interface BackupResult {
  path: string
  takenAt: Date
  bytes: number
  seconds: number
  files: number
  /** Names of the old backups that were deleted. */
  removed: string[]
}

/**
 * Copies a snapshot of the database, then the files that its rows refer to, then the secrets into one archive, while
 * the site is running. A file is written before the row that refers to it, so none is missing.
 */
export async function takeBackup(options: BackupOptions): Promise<BackupResult> {
  const startedAt = performance.now()
  const path = await pathFor(options.target)
  const client = new pg.Client({ connectionString: options.connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const stats = { takenAt: '', files: 0 }
    const bytes = await writeArchive(path, trackEntries(allEntries(client, options), stats))
    const result = { path, takenAt: new Date(stats.takenAt), bytes, seconds: (performance.now() - startedAt) / 1000 }
    await recordBackup(client, result)
    const removed = options.keep === undefined ? [] : await removeOldBackups(dirname(path), options.keep)
    return { ...result, files: stats.files, removed }
  } finally {
    await client.end()
  }
}

async function* allEntries(client: pg.Client, { dataDir, parts }: BackupOptions): AsyncGenerator<ArchiveEntry> {
  yield* dumpDatabase(client)
  if (parts.files) yield* storedFiles(join(dataDir, 'files'), 'files')
  if (parts.secrets) yield* storedFiles(join(dataDir, 'secrets'), 'secrets')
}

async function* trackEntries(entries: AsyncIterable<ArchiveEntry>, stats: { takenAt: string; files: number }) {
  for await (const entry of entries) {
    if (entry.name === MANIFEST) stats.takenAt = parseManifest(entry.content).takenAt
    if (entry.name.startsWith('files/')) stats.files += 1
    yield entry
  }
}

const BACKUP_NAME = /^backup-\d{4}-\d\d-\d\d-\d{6}\.tar$/

async function pathFor(target: string): Promise<string> {
  const path = resolve(target)
  const isFile = path.endsWith('.tar')
  const folder = isFile ? dirname(path) : path
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) =>
    Promise.reject(explainDiskError(error, folder)),
  )
  if (isFile) return path
  const [day = '', time = ''] = new Date().toISOString().split('T')
  return join(folder, `backup-${day}-${time.slice(0, 8).replaceAll(':', '')}.tar`)
}

/** Records the backup, unless the database is of a version that lacks the table. */
async function recordBackup(
  client: pg.Client,
  { takenAt, bytes, seconds, path }: Omit<BackupResult, 'files' | 'removed'>,
) {
  const { rows } = await client.query("select to_regclass('site.backups') is not null as made")
  if (!rows[0]?.made) return
  await client.query(
    `insert into site.backups (taken_at, bytes, seconds, place) values ($1, $2, $3, $4) on conflict do nothing`,
    [takenAt, bytes, seconds, path.slice(-1000)],
  )
}

/** Deletes the oldest backups by the time in their names; leaves other files alone. */
async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const backups = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).sort()
  const outdated = backups.slice(0, Math.max(0, backups.length - keep))
  for (const name of outdated) await rm(join(folder, name))
  return outdated
}
