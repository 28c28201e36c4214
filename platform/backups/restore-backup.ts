import { basename } from 'node:path'
import type pg from 'pg'
import { databaseSources } from '../postgres/database-sources.ts'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { PostgresFault } from '../postgres/fault.ts'
import { migrate } from '../postgres/migrate.ts'
import { connectOrExplain } from '../postgres/server-check.ts'
import { writableHost } from '../postgres/writable-host.ts'
import { readMarks } from '../secrets/site-marks.ts'
import { ABOUT, type About, readAbout } from './about.ts'
import { checkedEntries } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { loadDatabase } from './load-database.ts'
import { putFiles, refuseTakenFolder } from './put-files.ts'

/** What is in a backup, once all of it has been read and compared with its checksums. */
export interface ReadBackup {
  path: string
  about: About
  /** By the name of their file. */
  secrets: ReadonlyMap<string, string>
  /** The names that rows have for them. */
  files: ReadonlySet<string>
}

/** Reads a whole backup and changes nothing. Throws a `BackupFault` if it is damaged, or if this version cannot restore it. */
export async function readBackup(path: string): Promise<ReadBackup> {
  let about: About | undefined
  const secrets = new Map<string, string>()
  const files = new Set<string>()
  for await (const { name, content } of checkedEntries(path)) {
    if (name === ABOUT) about = readAbout(content)
    if (name.startsWith('secrets/')) secrets.set(name.slice('secrets/'.length), content.toString())
    if (name.startsWith('files/')) files.add(basename(name))
  }
  if (!about) throw new BackupFault(`${path} is no backup of this project.`)
  await refuseOthers(path, about)
  return { path, about, secrets, files }
}

interface RestoreOptions {
  backup: ReadBackup
  /** The owner's; undefined for an embedded server that is made for it. */
  databaseUrl: string | undefined
  dataDir: string
  /** The one that `authenticator` logs in with, by the owner's connection string. */
  authenticatorPassword: (connectionString: string) => string
  /** Changes that the restored rows need, in the transaction that brings them. */
  beforeCommit?: (client: pg.Client) => Promise<void>
}

/**
 * Puts a backup where nothing is. The files come first: a site does not start on files whose database it does not have, so
 * that a restore that was interrupted is never taken for an empty market. Returns how many rows came back.
 */
export async function restoreBackup(options: RestoreOptions): Promise<number> {
  const { backup, databaseUrl, dataDir, beforeCommit } = options
  const given = databaseUrl === undefined ? undefined : await emptyDatabase(databaseUrl)
  await refuseTakenFolder(dataDir)
  await putFiles(dataDir, checkedEntries(backup.path))
  const server = given ?? (await startEmbeddedPostgres({ dataDir }))
  const { connectionString } = server
  try {
    const sources = await databaseSources()
    const { about } = backup
    const rows = await loadDatabase({
      connectionString,
      about,
      tables: sources.tables.filter(({ name }) => about.migrations.includes(name)),
      entries: checkedEntries(backup.path),
      ...(beforeCommit && { beforeCommit }),
    })
    const authenticatorPassword = options.authenticatorPassword(connectionString)
    await migrate({ connectionString, sources, authenticatorPassword })
    return rows
  } finally {
    await server.stop()
  }
}

async function refuseOthers(path: string, { migrations, version }: About): Promise<void> {
  if (version === undefined) {
    throw new BackupFault(`${path} was taken by a version before 1.0, whose backups this one cannot restore.`)
  }
  const own = new Set((await databaseSources()).tables.map(({ name }) => name))
  const newer = migrations.filter((name) => !own.has(name))
  if (newer.length === 0) return
  throw new BackupFault(
    `The backup was taken by version ${version}, which had also: ${newer.join(', ')}. Restore it with that version.`,
  )
}

async function emptyDatabase(databaseUrl: string) {
  const connectionString = await writableHost(databaseUrl)
  const client = await connectOrExplain(connectionString)
  try {
    const marks = await readMarks(client)
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
