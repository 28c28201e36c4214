import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** `red`: a test failed. `green`: all passed. `broken`: the tests could not run, so the result is inconclusive. */
export type TestOutcome = 'red' | 'green' | 'broken'

/** Runs test files of a checkout in full mode. */
export async function runTests(folder: string, files: readonly string[]): Promise<TestOutcome> {
  const report = join(folder, 'guard-report.json')
  rmSync(report, { force: true })
  const reporting = ['--reporter=json', `--outputFile.json=${report}`]
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--mode', 'full', '--bail=1', ...reporting, ...files]
  const child = spawn(process.execPath, command, { cwd: folder, stdio: 'ignore' })
  const status = await new Promise<number | null>((done) => child.once('close', done))
  const counts = readCounts(report)
  if (!counts || counts.passed + counts.failed === 0) return 'broken'
  if (counts.failed > 0) return 'red'
  return status === 0 ? 'green' : 'broken'
}

function readCounts(report: string): { passed: number; failed: number } | null {
  try {
    const read = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number }
    return { passed: read.numPassedTests, failed: read.numFailedTests }
  } catch {
    return null
  }
}
