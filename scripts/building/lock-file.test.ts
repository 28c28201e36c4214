import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock, releaseLock } from './lock-file.mjs'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-test-'))
  path = join(folder, 'build/lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a second process waits for the first', async () => {
  expect(acquireLock(path)).toBe(false)
  const script = `import { acquireLock } from './scripts/building/lock-file.mjs'; console.log(acquireLock(${JSON.stringify(path)}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', `console.log('started'); ${script}`])
  let output = ''
  child.stdout.on('data', (bytes) => {
    output += bytes
  })
  await once(child.stdout, 'data')
  expect(output).toBe('started\n')
  releaseLock(path)
  await once(child, 'close')
  expect(output).toMatch(/^started\n(true|false)\n$/)
  expect(existsSync(path)).toBe(true)
})

test('takes over the lock of a killed process', async () => {
  acquireLock(path)
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  writeFileSync(path, String(child.pid))
  expect(acquireLock(path)).toBe(true)
})

test('takes over a stale lock, because another process may have the same id', () => {
  acquireLock(path)
  utimesSync(path, 0, 0)
  expect(acquireLock(path)).toBe(true)
})
