import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyCheckout } from './guarding/checkout-copy.ts'
import type { Guard } from './guarding/guard.ts'
import { GUARDS } from './guarding/guards.ts'
import { runTests, type TestOutcome } from './guarding/run-tests.ts'

/**
 * npm run mutate-guards: mutation tests. Breaks each guard of money and rights in a copy of this checkout, one at a
 * time, and runs the tests that must fail. Exits with 1 if any mutant survives. `-- WORD` selects guards with that word
 * in their name, file or tests; `--quick` skips the first run, which checks that all of these tests pass without
 * mutations.
 */
const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const word = args.find((one) => !one.startsWith('-'))?.toLowerCase() ?? ''
const guards = GUARDS.filter(({ name, file, tests }) =>
  [name, file, ...tests].some((text) => text.toLowerCase().includes(word)),
)
if (guards.length === 0) throw new Error(`There is no guard with "${word}"`)

const OUTCOME_TEXTS: Record<TestOutcome, string> = { red: 'killed', green: 'SURVIVED', broken: 'DID NOT RUN' }
const copy = copyCheckout()
process.once('exit', () => copy.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

// Tests that fail without a mutation would detect nothing.
const files = [...new Set(guards.flatMap(({ tests }) => tests))]
const isSound = isQuick || (await runTests(copy.folder, files)) === 'green'
if (!isSound) console.log('Some of these tests fail without a mutation. Fix them first.')

const survivors: Guard[] = []
for (const guard of guards) {
  const outcome = await runBroken(guard)
  console.log(`${OUTCOME_TEXTS[outcome].padEnd(14)} ${guard.name} (${guard.file})`)
  if (outcome !== 'red') survivors.push(guard)
}
console.log(`\n${guards.length - survivors.length} of ${guards.length} guards are covered by a test.`)
for (const { name, file, tests } of survivors) console.log(`Not covered: ${name}\n  ${file}\n  ${tests.join(', ')}`)
process.exit(survivors.length > 0 || !isSound ? 1 : 0)

async function runBroken({ file, text, broken, tests }: Guard): Promise<TestOutcome> {
  const path = join(copy.folder, file)
  const whole = readFileSync(path, 'utf8')
  if (whole.split(text).length !== 2) return 'broken'
  writeFileSync(
    path,
    whole.replace(text, () => broken),
  )
  try {
    return await runTests(copy.folder, tests)
  } finally {
    writeFileSync(path, whole)
  }
}
