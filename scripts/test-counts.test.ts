import { expect, test } from 'vitest'
import { journeyCounts, unitCounts } from './test-counts.mjs'

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
