/** Counts from vitest's JSON report. A file that could not be loaded has no tests and counts as one failed test. */
export function unitCounts(report) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }
}

/**
 * Counts from Playwright's JSON report. A test that passed on retry counts as passed; errors outside of tests count as
 * failed.
 */
export function journeyCounts({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/** One entry for each failed test, with the first lines of its error. */
export function unitFailures(report) {
  return report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const failed = file.assertionResults.filter((test) => test.status === 'failed')
      if (failed.length === 0) return [`${file.name}: ${firstLines(file.message)}`]
      return failed.map((test) => `${file.name}: ${test.fullName}: ${firstLines(test.failureMessages.join('\n'))}`)
    })
}

export function journeyFailures({ suites, errors }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const failed = suites.flatMap(specs).filter((spec) => !spec.ok)
  const why = (spec) => spec.tests.flatMap((one) => one.results.flatMap((result) => result.errors ?? []))
  return [
    ...failed.map((spec) => `${spec.file}: ${spec.title}: ${firstLines(why(spec)[0]?.message)}`),
    ...errors.map((error) => firstLines(error.message)),
  ]
}

const firstLines = (text = '') => text.split('\n').slice(0, 12).join('\n')
