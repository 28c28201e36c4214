import { spawn, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readPreviousRelease } from '#platform/postgres/migrations/release.ts'

const former = await readPreviousRelease()
const hasCommit = former && spawnSync('git', ['cat-file', '-e', `${former.commit}^{commit}`]).status === 0
const why = hasCommit
  ? ''
  : ` (skipped: ${former ? `this clone has no commit ${former.commit}` : 'there is no release yet'})`

test.skipIf(!hasCommit)(
  `the previous release works unchanged on the wire with the tables of this one${why}`,
  { timeout: 580_000 },
  async () => {
    const output = await run('scripts/releases/former-release.ts')
    expect(Number(/Tests\D*(\d+) passed/.exec(stripped(output))?.[1])).toBeGreaterThan(240)
  },
)

test.skipIf(!hasCommit)(
  `upgrades a market of the previous release to this one${why}`,
  { timeout: 580_000 },
  async () => {
    expect(await run('scripts/releases/upgrade-test.ts')).toContain('was upgraded and is consistent')
  },
)

/** Runs a script and returns its output. Fails if the script fails. */
async function run(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', script])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  const status = await new Promise((resolve) => child.once('close', resolve))
  expect(status, output.slice(-5_000)).toBe(0)
  return output
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of colours begin with one.
const stripped = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '')
