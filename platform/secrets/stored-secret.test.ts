import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadOrCreateSecret } from './stored-secret.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'secrets-test-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

let made = 0
const secret = (name: string) => loadOrCreateSecret({ dataDir, name, make: () => `made ${++made}` })

test('is generated once, readable by its owner only', async () => {
  const first = await secret('key')
  expect(await secret('key')).toBe(first)
  expect(await secret('other')).not.toBe(first)
  expect((await stat(join(dataDir, 'secrets/key'))).mode & 0o777).toBe(0o600)
})

test('concurrent calls agree on one secret', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => secret('key')))
  expect(new Set(all).size).toBe(1)
  expect(await readdir(join(dataDir, 'secrets'))).toEqual(['key'])
})

test('names the path that cannot be written', async () => {
  await writeFile(join(dataDir, 'file'), '')
  await expect(loadOrCreateSecret({ dataDir: join(dataDir, 'file'), name: 'key', make: () => 'x' })).rejects.toThrow(
    `The secret ${join(dataDir, 'file/secrets/key')} cannot be`,
  )
})
