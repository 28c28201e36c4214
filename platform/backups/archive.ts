import { createHash } from 'node:crypto'
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BackupFault, explainDiskError } from './backup-fault.ts'
import { type ArchiveEntry, CorruptArchive, TAR_END, tarEntries, tarEntry } from './tar.ts'

/** The last entry, in the format of `sha256sum`: an archive without it is incomplete. */
const SUMS = 'SHA256SUMS'

/**
 * Writes an archive under a temporary name, reads it back from disk to verify it, then renames it. Never overwrites a
 * file. Returns the size in bytes.
 */
export async function writeArchive(path: string, entries: AsyncIterable<ArchiveEntry>): Promise<number> {
  await assertNotExists(path)
  const unfinished = `${path}.part`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await writeEntries(file, entries)
      await file.sync()
    } finally {
      await file.close()
    }
    for await (const _ of verifiedEntries(unfinished));
    const size = await sizeOf(unfinished)
    await assertNotExists(path)
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return size
  } catch (error) {
    // Leaves the temporary file of a concurrent backup alone.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true })
    throw explainDiskError(error, path)
  }
}

/**
 * Yields the entries of an archive and verifies their checksums, which come last: the entries are only trustworthy once
 * the generator has finished. Throws a `BackupFault` if the archive is corrupt or truncated.
 */
export async function* verifiedEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const file = await open(path).catch((error: unknown) => Promise.reject(explainDiskError(error, path)))
  const actual = new Map<string, string>()
  try {
    for await (const entry of tarEntries(file)) {
      if (entry.name === SUMS) return verifySums(path, actual, entry.content.toString())
      actual.set(entry.name, sha256(entry.content))
      yield entry
    }
    throw new CorruptArchive('cut short')
  } catch (error) {
    if (error instanceof CorruptArchive) throw new BackupFault(damaged(path, `it is ${error.reason}`), { cause: error })
    throw error
  } finally {
    await file.close()
  }
}

async function writeEntries(file: FileHandle, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const at = new Date()
  const sums: string[] = []
  for await (const entry of entries) {
    sums.push(`${sha256(entry.content)}  ${entry.name}\n`)
    await file.appendFile(tarEntry(entry, at))
  }
  await file.appendFile(tarEntry({ name: SUMS, content: Buffer.from(sums.join('')) }, at))
  await file.appendFile(TAR_END)
}

function verifySums(path: string, actual: ReadonlyMap<string, string>, list: string): void {
  const expected = new Map(list.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]))
  expected.delete('')
  const mismatch = [...new Set([...expected.keys(), ...actual.keys()])].find(
    (name) => expected.get(name) !== actual.get(name),
  )
  if (mismatch !== undefined) throw new BackupFault(damaged(path, `${mismatch} is not what was written`))
}

const damaged = (path: string, why: string) =>
  `${path} is damaged: ${why}. Take an older backup, or another copy of it.`

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function assertNotExists(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new BackupFault(`${path} is there already, and a backup never overwrites one. Give another name.`)
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** Makes the rename durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
