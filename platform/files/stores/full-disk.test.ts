import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusalOf } from '../refusals.ts'
import { diskStore } from './blob-store.ts'

test('a failed write leaves no partial file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'blobs-'))
  try {
    // The write fails after the file was opened, as on a disk that fills up.
    await expect(diskStore(folder).write(undefined as never)).rejects.toThrow()
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each(['ENOSPC', 'EDQUOT'])('%s is reported as a full disk, with a retry-after header', async (code) => {
  const response = refusalOf(Object.assign(new Error('no space left on device'), { code }))
  expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await response?.json()).toMatchObject({ error: 'no_space' })
})
