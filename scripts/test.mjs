// npm test: everything that is checked each time, ending with one line 'N passed, N failed'. --fast: what takes seconds. --full:
// also what is dear and seldom the first to break.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideChromium } from './chromium.mjs'
import { folderForTests } from './folder-in-memory.mjs'
import { isBuilt, isWellPacked } from './sources.mjs'
import { journeyCounts, journeyFailures, unitCounts, unitFailures } from './test-counts.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const fast = process.argv.includes('--fast')
const full = process.argv.includes('--full')
/** Reports, and all that the tests throw away. */
const folder = mkdtempSync(join(folderForTests(), 'tests-'))
// As a system's own: PostgreSQL may have to run as another account, which must get through.
chmodSync(folder, 0o1777)
process.once('exit', () => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // Something that was stopped still writes: what it leaves says nothing of the tests.
  }
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const total = { passed: 0, failed: 0 }
/** Said again at the end, because a long log is often seen by its last lines only. */
const failures = []

const [, , built] = await Promise.all([
  check('Types', ['scripts/types.mjs']),
  check('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  fast || (isBuilt() && isWellPacked()) || check('Build', ['scripts/build.mjs']),
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
  await tests('Tests', command, { countsOf: unitCounts, failuresOf: unitFailures })
}

async function journeys() {
  try {
    const chromium = provideChromium()
    const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'Journeys.json') }
    const some = full ? [] : ['--project=commit', '--grep-invert=@full']
    const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...some]
    await tests('Journeys', command, { countsOf: journeyCounts, failuresOf: journeyFailures, env })
  } catch (error) {
    failures.push(error.message)
    total.failed += 1
  }
}

/** What has no count of its own counts as one failed test when it fails. Several run at once, so each is shown when it has ended. */
async function check(name, command) {
  const succeeded = (await run(name, command, { quiet: true })) === 0
  if (!succeeded) {
    total.failed += 1
    failures.push(name)
  }
  return succeeded
}

async function tests(name, command, { countsOf, failuresOf, env = {} }) {
  const status = await run(name, command, { env })
  let counts = { passed: 0, failed: 0 }
  try {
    const report = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
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

async function run(name, command, { env = {}, quiet = false }) {
  const begin = performance.now()
  if (!quiet) console.log(`\n== ${name}`)
  const output = quiet ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', output, output],
    env: { ...process.env, TMPDIR: folder, ...env },
  })
  let said = quiet ? `\n== ${name}\n` : ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      said += bytes
    })
  }
  const status = await new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)))
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`${said}== ${name}: ${status === 0 ? 'good' : 'FAILED'} after ${seconds} s`)
  return status
}
