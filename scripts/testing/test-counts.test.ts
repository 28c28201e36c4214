import { expect, test } from 'vitest'
import { journeyCounts, journeyFailures, unitCounts, unitFailures } from './test-counts.mjs'

test('a file that could not be loaded is a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  expect(unitCounts({ numPassedTests: 1, numFailedTests: 1, testResults })).toEqual({ passed: 1, failed: 2 })
})

test('an error outside of journeys is a failure', () => {
  const stats = { expected: 3, flaky: 1, unexpected: 1, skipped: 2 }
  expect(journeyCounts({ stats, errors: [{ message: 'no server' }] })).toEqual({ passed: 4, failed: 2 })
})

test('failures are listed with the first lines of their error', () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const failed = { status: 'failed', fullName: 'joins once', failureMessages: [long] }
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
    { name: 'b.test.ts', status: 'failed', message: '', assertionResults: [failed, { status: 'passed' }] },
    { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
  ]
  const lines = unitFailures({ testResults })
  expect(lines).toEqual(['a.test.ts: cannot be read', expect.stringMatching(/^b\.test\.ts: joins once: line 0\n/)])
  expect(lines[1]).not.toContain('line 12')
})

test('failed journeys are found in nested suites too', () => {
  const spec = (title: string, ok: boolean) => ({
    file: 'a.test.ts',
    title,
    ok,
    tests: [{ results: [{ errors: ok ? [] : [{ message: 'not seen' }] }] }],
  })
  const suites = [{ specs: [spec('one', true)], suites: [{ specs: [spec('two', false)] }] }]
  expect(journeyFailures({ suites, errors: [{ message: 'no server' }] })).toEqual([
    'a.test.ts: two: not seen',
    'no server',
  ])
})
