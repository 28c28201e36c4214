import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyCheckout } from './guarding/checkout-copy.ts'
import type { Guard } from './guarding/guard.ts'
import { GUARDS } from './guarding/guards.ts'
import { type Outcome, runTests } from './guarding/run-tests.ts'

/**
 * npm run mutate-guards: breaks each guard of money and rights in a copy of this checkout, one after the other, and runs the tests that
 * must notice. Ends with 1 if any of them stayed green. `-- WORD` takes the guards with that word in their name, file or tests; `--quick`
 * leaves out the first run, which shows that all of these tests are green as the checkout is.
 */
const asked = process.argv.slice(2)
const isQuick = asked.includes('--quick')
const word = asked.find((one) => !one.startsWith('-'))?.toLowerCase() ?? ''
const guards = GUARDS.filter(({ name, file, tests }) =>
  [name, file, ...tests].some((text) => text.toLowerCase().includes(word)),
)
if (guards.length === 0) throw new Error(`There is no guard with "${word}"`)

const WORDS: Record<Outcome, string> = { red: 'held', green: 'STAYED GREEN', broken: 'DID NOT RUN' }
const copy = copyCheckout()
process.once('exit', () => copy.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

// Tests that fail with every guard in place would notice nothing.
const files = [...new Set(guards.flatMap(({ tests }) => tests))]
const isSound = isQuick || (await runTests(copy.folder, files)) === 'green'
if (!isSound) console.log('Some of these tests fail with every guard in place. Run them first.')

const stayed: Guard[] = []
for (const guard of guards) {
  const outcome = await runBroken(guard)
  console.log(`${WORDS[outcome].padEnd(14)} ${guard.name} (${guard.file})`)
  if (outcome !== 'red') stayed.push(guard)
}
console.log(`\n${guards.length - stayed.length} of ${guards.length} guards are held by a test.`)
for (const { name, file, tests } of stayed) console.log(`Not held: ${name}\n  ${file}\n  ${tests.join(', ')}`)
process.exit(stayed.length > 0 || !isSound ? 1 : 0)

async function runBroken({ file, text, broken, tests }: Guard): Promise<Outcome> {
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
