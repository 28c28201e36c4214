import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { commit } = JSON.parse(readFileSync('database/former-release.json', 'utf8')) as { commit: string }
const isHere = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0
const why = isHere ? '' : ` (left out: this clone has no commit ${commit})`

test.skipIf(!isHere)(
  `the former release answers on the wire as it did, on the tables of this one${why}`,
  { timeout: 580_000 },
  async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/former-release.ts'])
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
    const status = await new Promise((resolve) => child.once('close', resolve))
    expect(status, said.slice(-5_000)).toBe(0)
    expect(Number(/Tests\D*(\d+) passed/.exec(stripped(said))?.[1])).toBeGreaterThan(300)
  },
)

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const stripped = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '')
