import { spawn, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { formerRelease } from '#platform/postgres/release.ts'

const former = await formerRelease()
const isHere = former && spawnSync('git', ['cat-file', '-e', `${former.commit}^{commit}`]).status === 0
const why = isHere
  ? ''
  : ` (left out: ${former ? `this clone has no commit ${former.commit}` : 'no release is kept yet'})`

test.skipIf(!isHere)(
  `the former release answers on the wire as it did, on the tables of this one${why}`,
  { timeout: 580_000 },
  async () => {
    const said = await run('scripts/former-release.ts')
    expect(Number(/Tests\D*(\d+) passed/.exec(stripped(said))?.[1])).toBeGreaterThan(300)
  },
)

test.skipIf(!isHere)(`a market of the former release is upgraded to this one${why}`, { timeout: 580_000 }, async () => {
  expect(await run('scripts/upgrade-test.ts')).toContain('was upgraded and is sound')
})

/** What a command says. Fails where it does. */
async function run(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', script])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
  const status = await new Promise((resolve) => child.once('close', resolve))
  expect(status, said.slice(-5_000)).toBe(0)
  return said
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const stripped = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '')
