interface Counts {
  passed: number
  failed: number
}
export function unitCounts(report: {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}): Counts
export function journeyCounts(report: {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}): Counts
export function unitFailures(report: unknown): string[]
export function journeyFailures(report: unknown): string[]
