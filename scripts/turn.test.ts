import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endTurn, takeTurn } from './turn.mjs'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turn-test-'))
  path = join(folder, 'build/lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a second process waits for the first', async () => {
  expect(takeTurn(path)).toBe(false)
  const script = `import { takeTurn } from './scripts/turn.mjs'; console.log(takeTurn(${JSON.stringify(path)}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', `console.log('asks'); ${script}`])
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += bytes
  })
  await once(child.stdout, 'data')
  expect(said).toBe('asks\n')
  endTurn(path)
  await once(child, 'close')
  expect(said).toMatch(/^asks\n(true|false)\n$/)
  expect(existsSync(path)).toBe(true)
})

test('what a killed process held is free', async () => {
  takeTurn(path)
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  writeFileSync(path, String(child.pid))
  expect(takeTurn(path)).toBe(true)
})

test('nobody holds it for ever, as another process may have got the number', () => {
  takeTurn(path)
  utimesSync(path, 0, 0)
  expect(takeTurn(path)).toBe(true)
})
