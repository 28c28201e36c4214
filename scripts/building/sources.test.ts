import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const INPUTS = [
  'package-lock.json',
  'vite.config.ts',
  'api/api.ts',
  'database/schema.sql.md',
  'domain/money.ts',
  'platform/log.ts',
  'process/site/site.ts',
  'scripts/building/build.mjs',
  'server/app.ts',
  'web/root.tsx',
  'web/languages/ha.po',
]

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'sources-test-'))
  for (const path of INPUTS) write(path, 'first')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

const hash = () =>
  execFileSync(
    process.execPath,
    [
      '-e',
      `import(${JSON.stringify(resolve('scripts/building/sources.mjs'))}).then((m) => console.log(m.sourcesHash()))`,
    ],
    { cwd: project, encoding: 'utf8' },
  )

test('a change of any input of the build changes the hash; a change of a test does not', () => {
  let last = hash()
  for (const path of INPUTS) {
    write(path, 'second')
    const changed = hash()
    expect(changed, path).not.toBe(last)
    last = changed
  }
  write('domain/money.test.ts', 'new')
  write('server/tests/market.ts', 'new')
  expect(hash()).toBe(last)
})
