import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '#platform/postgres/embedded/make-folder.ts'
import type { ArchiveEntry } from './archive.ts'
import { BackupFault, explainDiskError } from './backup-fault.ts'

/** Entries of a data folder that belong to a site; older backups may be in the same folder. */
const SITE_ENTRIES = ['postgres.json', 'postgres', 'files', 'secrets']

/** Throws a `BackupFault` if the folder contains data of a site. */
export async function assertUnusedFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => [])
  const present = SITE_ENTRIES.filter((name) => names.includes(name))
  if (present.length === 0) return
  throw new BackupFault(
    `${dataDir} holds ${present.join(', ')} already, and a restore never replaces anything. ` +
      'Move the folder away, or name another one with DATA_DIR.',
  )
}

/** Restricts paths to those that a backup writes, so that a forged archive cannot write elsewhere. */
const BACKUP_PATH = /^(files|secrets)\/(?:[0-9a-f]{2}\/)?[\w-][\w.-]*$/

/** Writes the files and secrets of a backup into a data folder. Returns the number of files, without secrets. */
export async function restoreFiles(dataDir: string, entries: AsyncIterable<ArchiveEntry>): Promise<number> {
  let files = 0
  await makeFolder(dataDir)
  for await (const { name, content } of entries) {
    const [, kind] = BACKUP_PATH.exec(name) ?? []
    if (kind === undefined) continue
    const path = join(dataDir, name)
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })
    } catch (error) {
      throw explainDiskError(error, path)
    }
    if (kind === 'files') files += 1
  }
  return files
}
