import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkedEntries, writeArchive } from './archive.ts'
import { BackupFault, explainDisk } from './backup-fault.ts'
import type { Entry } from './tar.ts'

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

async function* given(entries: Entry[], fault?: Error): AsyncGenerator<Entry> {
  yield* entries
  if (fault) throw fault
}

async function readBack(): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of checkedEntries(path)) entries.push(entry)
  return entries
}

test('what was written is read again, by its owner alone', async () => {
  const size = await writeArchive(path, given(ENTRIES))
  expect(await readBack()).toEqual(ENTRIES)
  const facts = await stat(path)
  expect([facts.size, facts.mode & 0o777]).toEqual([size, 0o600])
  expect(await readdir(folder)).toEqual(['one.tar'])
})

test('other programs open it, and find the sums right', async () => {
  await writeArchive(path, given(ENTRIES))
  execFileSync('tar', ['xf', path], { cwd: folder })
  expect(await readFile(join(folder, 'files/ab/whole-block'))).toEqual(Buffer.alloc(1_024, 9))
  expect(execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toBe('')
})

describe('refused is', () => {
  test('each byte that is another, wherever it lies', async () => {
    await writeArchive(path, given(ENTRIES))
    const whole = await readFile(path)
    const sums = whole.indexOf('SHA256SUMS') + 512
    for (const at of [0, 130, 512, 1_024 + 130, 2_000, 6_000, sums, sums + 70]) {
      const altered = Buffer.from(whole)
      altered[at] = (altered[at] ?? 0) ^ 1
      await writeFile(path, altered)
      await expect(readBack(), `byte ${at}`).rejects.toThrow(`${path} is damaged`)
    }
  })

  test.each([0, 100, 512, 700, 3_000])('one that was cut after %i bytes', async (length) => {
    await writeArchive(path, given(ENTRIES))
    await truncate(path, length)
    await expect(readBack()).rejects.toThrow(`${path} is damaged: it is cut short. Take an older backup`)
  })

  test('one that lacks an entry, or its sums', async () => {
    await writeArchive(path, given(ENTRIES))
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(1_024))
    await expect(readBack()).rejects.toThrow('about.json is not what was written')
    const sums = whole.indexOf('SHA256SUMS')
    await writeFile(path, Buffer.concat([whole.subarray(0, sums), Buffer.alloc(1_024)]))
    await expect(readBack()).rejects.toThrow('it is cut short')
  })

  test('a name that is taken', async () => {
    await writeFile(path, 'the only copy')
    await expect(writeArchive(path, given(ENTRIES))).rejects.toThrow('a backup never overwrites one')
    expect(await readFile(path, 'utf8')).toBe('the only copy')
  })

  test('one that is not there', async () => {
    await expect(readBack()).rejects.toThrow(BackupFault)
  })
})

test('a copy that fails leaves nothing under its name, and nothing half-written', async () => {
  await expect(writeArchive(path, given(ENTRIES, new Error('gone')))).rejects.toThrow('gone')
  expect(await readdir(folder)).toEqual([])
})

test('a full disk is told in one sentence', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  await expect(writeArchive(path, given(ENTRIES, full))).rejects.toThrow(
    `The disk is full: ${path} could not be written. Nothing was kept of it.`,
  )
  expect(explainDisk(new Error('other'), path)).toEqual(new Error('other'))
})
