// npm test: all regular checks, ending with one line 'N passed, N failed'. --fast: those that take seconds. --full:
// also those that are slow and rarely the first to fail.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, isFullyCompressed } from './building/sources.mjs'
import { provideChromium } from './testing/chromium.mjs'
import { folderForTests } from './testing/folder-in-memory.mjs'
import { journeyCounts, journeyFailures, unitCounts, unitFailures } from './testing/test-counts.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const fast = process.argv.includes('--fast')
const full = process.argv.includes('--full')
/** For reports and temporary files of the tests. */
const folder = mkdtempSync(join(folderForTests(), 'tests-'))
// Permissions as of /tmp: PostgreSQL may have to run as another account, which needs access.
chmodSync(folder, 0o1777)
process.once('exit', () => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // A process that was stopped may still write; leftover files do not matter.
  }
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const total = { passed: 0, failed: 0 }
/** Repeated at the end, because readers often see only the last lines of a long log. */
const failures = []

const [, , built] = await Promise.all([
  check('Types', ['scripts/types.mjs']),
  check('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  fast || (isBuilt() && isFullyCompressed()) || check('Build', ['scripts/building/build.mjs']),
  check('SQL', ['--import', 'tsx', 'scripts/check-sql.ts']),
])
await unitTests()
if (!fast && built) await journeys()

for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

async function unitTests() {
  const mode = fast ? ['--mode', 'fast'] : full ? ['--mode', 'full'] : []
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'Tests.json')}`]
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...mode, ...report]
  await tests('Tests', command, { readCounts: unitCounts, readFailures: unitFailures })
}

async function journeys() {
  try {
    const chromium = provideChromium()
    const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'Journeys.json') }
    const filter = full ? [] : ['--project=commit', '--grep-invert=@full']
    const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...filter]
    await tests('Journeys', command, { readCounts: journeyCounts, readFailures: journeyFailures, env })
  } catch (error) {
    failures.push(error.message)
    total.failed += 1
  }
}

/**
 * A check without a test count; counts as one failed test if it fails. Checks run concurrently, so output is printed at
 * the end.
 */
async function check(name, command) {
  const succeeded = (await run(name, command, { quiet: true })) === 0
  if (!succeeded) {
    total.failed += 1
    failures.push(name)
  }
  return succeeded
}

async function tests(name, command, { readCounts, readFailures, env = {} }) {
  const status = await run(name, command, { env })
  let counts = { passed: 0, failed: 0 }
  try {
    const report = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
    counts = readCounts(report)
    failures.push(...readFailures(report))
  } catch (error) {
    failures.push(`${name} wrote no report: ${error.message}`)
  }
  total.passed += counts.passed
  if (status === 0 || counts.failed > 0) total.failed += counts.failed
  else {
    total.failed += 1
    failures.push(`${name} exited with ${status} although its tests passed`)
  }
}

async function run(name, command, { env = {}, quiet = false }) {
  const begin = performance.now()
  if (!quiet) console.log(`\n== ${name}`)
  const output = quiet ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', output, output],
    env: { ...process.env, TMPDIR: folder, ...env },
  })
  let log = quiet ? `\n== ${name}\n` : ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      log += bytes
    })
  }
  const status = await new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)))
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`${log}== ${name}: ${status === 0 ? 'good' : 'FAILED'} after ${seconds} s`)
  return status
}
