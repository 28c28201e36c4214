import { createHash } from 'node:crypto'
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar'
import { BackupFault, explainDiskError } from './backup-fault.ts'

/** One file in an archive, small enough to hold in memory: tables are split into parts. */
export interface ArchiveEntry {
  name: string
  content: Buffer
}

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
    const bytes = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
    for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
      const entry = { name: header.name, content: await buffer(body) }
      if (entry.name === SUMS) return verifySums(path, actual, entry.content.toString())
      actual.set(entry.name, sha256(entry.content))
      yield entry
    }
  } catch (error) {
    // Faults of the disk have a code, the decoder's own have none.
    if (error instanceof BackupFault || (error as NodeJS.ErrnoException).code !== undefined) throw error
    throw new BackupFault(damaged(path, 'it is altered or cut short'), { cause: error })
  } finally {
    await file.close()
  }
  throw new BackupFault(damaged(path, 'it is cut short'))
}

/** Errors of `entries` pass through the packer, so that nothing is being written any more when this rejects. */
async function writeEntries(file: FileHandle, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const { readable, controller } = createTarPacker()
  const packed = packEntries(controller, entries).catch((error) => controller.error(error))
  try {
    await readable.pipeTo(new WritableStream({ write: (bytes) => file.appendFile(bytes) }))
  } finally {
    await packed
  }
}

async function packEntries(archive: TarPackController, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const mtime = new Date()
  const sums: string[] = []
  for await (const entry of entries) {
    sums.push(`${sha256(entry.content)}  ${entry.name}\n`)
    await packEntry(archive, entry, mtime)
  }
  await packEntry(archive, { name: SUMS, content: Buffer.from(sums.join('')) }, mtime)
  archive.finalize()
}

/** Extracted files are readable by their owner only. */
async function packEntry(archive: TarPackController, { name, content }: ArchiveEntry, mtime: Date): Promise<void> {
  const body = archive.add({ name, size: content.length, mode: 0o600, mtime }).getWriter()
  await body.write(content)
  await body.close()
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
