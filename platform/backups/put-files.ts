import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../postgres/make-folder.ts'
import { BackupFault, explainDisk } from './backup-fault.ts'
import type { Entry } from './tar.ts'

/** What belongs to a market in a data folder; its older backups may lie there as well. */
const TAKEN = ['postgres.json', 'postgres', 'files', 'secrets']

/** Throws a `BackupFault` if anything of a site is in the folder. */
export async function refuseTakenFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => [])
  const there = TAKEN.filter((name) => names.includes(name))
  if (there.length === 0) return
  throw new BackupFault(
    `${dataDir} holds ${there.join(', ')} already, and a restore never replaces anything. ` +
      'Move the folder away, or name another one with DATA_DIR.',
  )
}

/** Only where a backup puts files, whatever an altered one names. */
const OWN_NAME = /^(files|secrets)\/(?:[0-9a-f]{2}\/)?[\w-][\w.-]*$/

/** Writes the files and secrets of a backup below a data folder. Returns how many files. */
export async function putFiles(dataDir: string, entries: AsyncIterable<Entry>): Promise<number> {
  let files = 0
  await makeFolder(dataDir)
  for await (const { name, content } of entries) {
    const [, kind] = OWN_NAME.exec(name) ?? []
    if (kind === undefined) continue
    const path = join(dataDir, name)
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })
    } catch (error) {
      throw explainDisk(error, path)
    }
    if (kind === 'files') files += 1
  }
  return files
}
