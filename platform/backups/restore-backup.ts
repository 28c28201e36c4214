import { basename } from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'
import { PostgresFault } from '#platform/postgres/fault.ts'
import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import { migrate } from '#platform/postgres/migrations/migrate.ts'
import { connectOrExplain } from '#platform/postgres/servers/server-check.ts'
import { writableHost } from '#platform/postgres/servers/writable-host.ts'
import { readSiteIdentity } from '#platform/secrets/site-identity.ts'
import { verifiedEntries } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { loadDatabase } from './load-database.ts'
import { type BackupManifest, MANIFEST, parseManifest } from './manifest.ts'
import { assertUnusedFolder, restoreFiles } from './restore-files.ts'

/** Contents of a backup whose checksums have been verified. */
export interface BackupContents {
  path: string
  manifest: BackupManifest
  /** By file name. */
  secrets: ReadonlyMap<string, string>
  /** Names by which rows refer to the files. */
  files: ReadonlySet<string>
}

/**
 * Reads and verifies a backup without changing anything. Throws a `BackupFault` if it is corrupt, or if this version
 * cannot restore it.
 */
export async function readBackup(path: string): Promise<BackupContents> {
  let manifest: BackupManifest | undefined
  const secrets = new Map<string, string>()
  const files = new Set<string>()
  for await (const { name, content } of verifiedEntries(path)) {
    if (name === MANIFEST) manifest = parseManifest(content)
    if (name.startsWith('secrets/')) secrets.set(name.slice('secrets/'.length), content.toString())
    if (name.startsWith('files/')) files.add(basename(name))
  }
  if (!manifest) throw new BackupFault(`${path} is not a backup of this project.`)
  await assertRestorable(path, manifest)
  return { path, manifest, secrets, files }
}

interface RestoreOptions {
  backup: BackupContents
  /** Connection string of the owner; undefined to create an embedded server. */
  databaseUrl: string | undefined
  dataDir: string
  /** Password of the role `authenticator`, from the owner's connection string. */
  authenticatorPassword: (connectionString: string) => string
  /** Runs in the transaction that loads the rows, before it commits. */
  beforeCommit?: (client: pg.Client) => Promise<void>
}

/**
 * Restores a backup into an empty database and data folder. Files are written first: a site does not start on files
 * whose database it lacks, so an interrupted restore is never mistaken for an empty site. Returns the number of rows.
 */
export async function restoreBackup(options: RestoreOptions): Promise<number> {
  const { backup, databaseUrl, dataDir, beforeCommit } = options
  const existing = databaseUrl === undefined ? undefined : await requireEmptyDatabase(databaseUrl)
  await assertUnusedFolder(dataDir)
  await restoreFiles(dataDir, verifiedEntries(backup.path))
  const server = existing ?? (await startEmbeddedPostgres({ dataDir }))
  const { connectionString } = server
  try {
    const sources = await readDatabaseSources()
    const { manifest } = backup
    const rows = await loadDatabase({
      connectionString,
      manifest,
      tables: sources.tables.filter(({ name }) => manifest.migrations.includes(name)),
      entries: verifiedEntries(backup.path),
      ...(beforeCommit && { beforeCommit }),
    })
    const authenticatorPassword = options.authenticatorPassword(connectionString)
    await migrate({ connectionString, sources, authenticatorPassword })
    return rows
  } finally {
    await server.stop()
  }
}

async function assertRestorable(path: string, { migrations, version }: BackupManifest): Promise<void> {
  if (version === undefined) {
    throw new BackupFault(`${path} was taken by a version before 1.0, whose backups this one cannot restore.`)
  }
  const known = new Set((await readDatabaseSources()).tables.map(({ name }) => name))
  const newer = migrations.filter((name) => !known.has(name))
  if (newer.length === 0) return
  throw new BackupFault(
    `The backup was taken by version ${version}, which had also: ${newer.join(', ')}. Restore it with that version.`,
  )
}

async function requireEmptyDatabase(databaseUrl: string) {
  const connectionString = await writableHost(databaseUrl)
  const client = await connectOrExplain(connectionString)
  try {
    const marks = await readSiteIdentity(client)
    if (marks.size > 0) {
      throw new PostgresFault(
        'The database of DATABASE_URL belongs to a site already, and a restore never replaces one. Give an empty one.',
      )
    }
    const { rows } = await client.query<{ tables: string | null }>(`select to_regclass('migrations.applied') as tables`)
    if (rows[0]?.tables !== null) {
      throw new PostgresFault(
        'The database of DATABASE_URL has tables already, and a restore makes those of the backup. Give an empty one.',
      )
    }
  } finally {
    await client.end()
  }
  return { connectionString, stop: async () => undefined }
}
