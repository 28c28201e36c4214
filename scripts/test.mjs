// npm test: everything that is checked, ending with one line 'N passed, N failed'. --fast: what takes seconds.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideChromium } from './chromium.mjs'
import { isBuilt } from './sources.mjs'
import { journeyCounts, unitCounts } from './test-counts.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const fast = process.argv.includes('--fast')
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const total = { passed: 0, failed: 0 }

check('Types', ['scripts/types.mjs'])
check('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.'])
tests(
  'Tests',
  ['node_modules/vitest/vitest.mjs', 'run', ...(fast ? ['--mode', 'fast'] : []), ...unitReport()],
  unitCounts,
)
if (!fast && (isBuilt() || check('Build', ['scripts/build.mjs']))) journeys()

rmSync(reports, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

function unitReport() {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'Tests.json')}`]
}

function journeys() {
  try {
    const chromium = provideChromium()
    const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'Journeys.json') }
    const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', '--pass-with-no-tests']
    tests('Journeys', command, journeyCounts, env)
  } catch (error) {
    console.error(error.message)
    total.failed += 1
  }
}

/** What has no count of its own counts as one failed test when it fails. */
function check(name, command) {
  const succeeded = run(name, command) === 0
  if (!succeeded) total.failed += 1
  return succeeded
}

function tests(name, command, countsOf, env = {}) {
  const status = run(name, command, env)
  let counts = { passed: 0, failed: 0 }
  try {
    counts = countsOf(JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8')))
  } catch (error) {
    console.error(`${name} left no report: ${error.message}`)
  }
  total.passed += counts.passed
  total.failed += status !== 0 && counts.failed === 0 ? 1 : counts.failed
}

function run(name, command, env = {}) {
  const begin = performance.now()
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  console.log(
    `== ${name}: ${status === 0 ? 'good' : 'FAILED'} after ${((performance.now() - begin) / 1000).toFixed(1)} s`,
  )
  return status
}
