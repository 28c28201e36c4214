import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('every benchmark runs for one round', async () => {
  const command = ['--import', 'tsx', 'bench/run.ts', '--once']
  // A part that fails ends the process with an error, whose message has its output.
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 64 * 2 ** 20 })
  expect(stdout).toContain('| figure | product | rival |')
}, 1_800_000)
