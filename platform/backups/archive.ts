import { createHash } from 'node:crypto'
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BackupFault, explainDisk } from './backup-fault.ts'
import { type Entry, TAR_END, tarEntries, tarEntry, Unreadable } from './tar.ts'

/** The last entry, in the form of `sha256sum`: an archive without it is not complete. */
const SUMS = 'SHA256SUMS'

/**
 * Writes an archive under another name, reads it again as it lies on the disk, and only then gives it its own. Never
 * overwrites. Returns its size in bytes.
 */
export async function writeArchive(path: string, entries: AsyncIterable<Entry>): Promise<number> {
  await refuseTaken(path)
  const unfinished = `${path}.part`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await writeAll(file, entries)
      await file.sync()
    } finally {
      await file.close()
    }
    for await (const _ of checkedEntries(unfinished));
    const size = await sizeOf(unfinished)
    await refuseTaken(path)
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return size
  } catch (error) {
    // One that another backup is writing stays.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true })
    throw explainDisk(error, path)
  }
}

/**
 * The entries of an archive, each compared with its checksum at the end at the latest: what was yielded is only to be
 * trusted once the last one has come. Throws a `BackupFault` if the archive is damaged or cut short.
 */
export async function* checkedEntries(path: string): AsyncGenerator<Entry> {
  const file = await open(path).catch((error: unknown) => Promise.reject(explainDisk(error, path)))
  const found = new Map<string, string>()
  try {
    for await (const entry of tarEntries(file)) {
      if (entry.name === SUMS) return compare(path, found, entry.content.toString())
      found.set(entry.name, sumOf(entry.content))
      yield entry
    }
    throw new Unreadable('cut short')
  } catch (error) {
    if (error instanceof Unreadable) throw new BackupFault(damaged(path, `it is ${error.why}`), { cause: error })
    throw error
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, entries: AsyncIterable<Entry>): Promise<void> {
  const at = new Date()
  const sums: string[] = []
  for await (const entry of entries) {
    sums.push(`${sumOf(entry.content)}  ${entry.name}\n`)
    await file.appendFile(tarEntry(entry, at))
  }
  await file.appendFile(tarEntry({ name: SUMS, content: Buffer.from(sums.join('')) }, at))
  await file.appendFile(TAR_END)
}

function compare(path: string, found: ReadonlyMap<string, string>, list: string): void {
  const told = new Map(list.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]))
  told.delete('')
  const wrong = [...new Set([...told.keys(), ...found.keys()])].find((name) => told.get(name) !== found.get(name))
  if (wrong !== undefined) throw new BackupFault(damaged(path, `${wrong} is not what was written`))
}

const damaged = (path: string, why: string) =>
  `${path} is damaged: ${why}. Take an older backup, or another copy of it.`

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function refuseTaken(path: string): Promise<void> {
  const taken = await access(path).then(
    () => true,
    () => false,
  )
  if (taken) throw new BackupFault(`${path} is there already, and a backup never overwrites one. Give another name.`)
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** So that the name survives a power cut, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
