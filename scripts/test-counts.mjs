/** Of vitest's JSON report. A file that could not be loaded has no tests and counts as one failed. */
export function unitCounts(report) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }
}

/** Of Playwright's JSON report. A test that passed at the second try only has not failed; errors outside of tests have. */
export function journeyCounts({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}
