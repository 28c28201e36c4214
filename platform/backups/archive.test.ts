import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ArchiveEntry, verifiedEntries, writeArchive } from './archive.ts'
import { BackupFault, explainDiskError } from './backup-fault.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  path = join(folder, 'one.tar')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ENTRIES = [
  { name: 'about.json', content: Buffer.from('{}') },
  { name: 'files/ab/0123456789abcdef0123456789abcdef', content: Buffer.alloc(5_000, 7) },
  { name: 'files/ab/empty', content: Buffer.alloc(0) },
  { name: 'files/ab/whole-block', content: Buffer.alloc(1_024, 9) },
]

async function* yieldEntries(entries: ArchiveEntry[], fault?: Error): AsyncGenerator<ArchiveEntry> {
  yield* entries
  if (fault) throw fault
}

async function readBack(): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  for await (const entry of verifiedEntries(path)) entries.push(entry)
  return entries
}

test('reads back what it wrote, from a file readable by its owner only', async () => {
  const size = await writeArchive(path, yieldEntries(ENTRIES))
  expect(await readBack()).toEqual(ENTRIES)
  const facts = await stat(path)
  expect([facts.size, facts.mode & 0o777]).toEqual([size, 0o600])
  expect(await readdir(folder)).toEqual(['one.tar'])
})

test('tar and sha256sum can read it', async () => {
  await writeArchive(path, yieldEntries(ENTRIES))
  execFileSync('tar', ['xf', path], { cwd: folder })
  expect(await readFile(join(folder, 'files/ab/whole-block'))).toEqual(Buffer.alloc(1_024, 9))
  expect(execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toBe('')
})

describe('rejects', () => {
  test('an archive with any altered byte', async () => {
    await writeArchive(path, yieldEntries(ENTRIES))
    const whole = await readFile(path)
    const sums = whole.indexOf('SHA256SUMS') + 512
    for (const at of [0, 130, 512, 1_024 + 130, 2_000, 6_000, sums, sums + 70]) {
      const altered = Buffer.from(whole)
      altered[at] = (altered[at] ?? 0) ^ 1
      await writeFile(path, altered)
      await expect(readBack(), `byte ${at}`).rejects.toThrow(`${path} is damaged`)
    }
  })

  test.each([0, 100, 512, 700, 3_000])('an archive truncated after %i bytes', async (length) => {
    await writeArchive(path, yieldEntries(ENTRIES))
    await truncate(path, length)
    await expect(readBack()).rejects.toThrow(`${path} is damaged: it is altered or cut short. Take an older backup`)
  })

  test('an archive without an entry, or without checksums', async () => {
    await writeArchive(path, yieldEntries(ENTRIES))
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(1_024))
    await expect(readBack()).rejects.toThrow('about.json is not what was written')
    const sums = whole.indexOf('SHA256SUMS')
    await writeFile(path, Buffer.concat([whole.subarray(0, sums), Buffer.alloc(1_024)]))
    await expect(readBack()).rejects.toThrow('it is cut short')
  })

  test('a path that exists already', async () => {
    await writeFile(path, 'the only copy')
    await expect(writeArchive(path, yieldEntries(ENTRIES))).rejects.toThrow('a backup never overwrites one')
    expect(await readFile(path, 'utf8')).toBe('the only copy')
  })

  test('a missing archive', async () => {
    await expect(readBack()).rejects.toThrow(BackupFault)
  })
})

test('a failed write leaves no file behind', async () => {
  await expect(writeArchive(path, yieldEntries(ENTRIES, new Error('gone')))).rejects.toThrow('gone')
  expect(await readdir(folder)).toEqual([])
})

test('a full disk is reported in one sentence', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  await expect(writeArchive(path, yieldEntries(ENTRIES, full))).rejects.toThrow(
    `The disk is full: ${path} could not be written. The partial file was deleted.`,
  )
  expect(explainDiskError(new Error('other'), path)).toEqual(new Error('other'))
})
