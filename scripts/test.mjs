// npm test: everything that is checked, ending with one line 'N passed, N failed'. --fast: what takes seconds.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideChromium } from './chromium.mjs'
import { isBuilt } from './sources.mjs'
import { journeyCounts, journeyFailures, unitCounts, unitFailures } from './test-counts.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const fast = process.argv.includes('--fast')
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
const total = { passed: 0, failed: 0 }
/** Said again at the end, because a long log is often seen by its last lines only. */
const failures = []

check('Types', ['scripts/types.mjs'])
check('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.'])
check('SQL', ['--import', 'tsx', 'scripts/check-sql.ts'])
tests('Tests', ['node_modules/vitest/vitest.mjs', 'run', ...(fast ? ['--mode', 'fast'] : []), ...unitReport()], {
  countsOf: unitCounts,
  failuresOf: unitFailures,
})
if (!fast && (isBuilt() || check('Build', ['scripts/build.mjs']))) journeys()

rmSync(reports, { recursive: true, force: true })
for (const failure of failures) console.log(`\nFAILED ${failure}`)
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
    tests('Journeys', command, { countsOf: journeyCounts, failuresOf: journeyFailures, env })
  } catch (error) {
    failures.push(error.message)
    total.failed += 1
  }
}

/** What has no count of its own counts as one failed test when it fails. */
function check(name, command) {
  const succeeded = run(name, command) === 0
  if (!succeeded) {
    total.failed += 1
    failures.push(name)
  }
  return succeeded
}

function tests(name, command, { countsOf, failuresOf, env = {} }) {
  const status = run(name, command, env)
  let counts = { passed: 0, failed: 0 }
  try {
    const report = JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8'))
    counts = countsOf(report)
    failures.push(...failuresOf(report))
  } catch (error) {
    failures.push(`${name} left no report: ${error.message}`)
  }
  total.passed += counts.passed
  if (status === 0 || counts.failed > 0) total.failed += counts.failed
  else {
    total.failed += 1
    failures.push(`${name} ended with ${status}, past its tests`)
  }
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
