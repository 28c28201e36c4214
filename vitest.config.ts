import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { reaches, sourceFiles } from './tests/laws/imports.ts'

/** Slow, and seldom the first to fail: only `npm run test:full` runs them. */
const FULL_ONLY = [
  'database/tests/fill.test.ts',
  'process/site/number-ranges.test.ts',
  'process/site/site.test.ts',
  'platform/auth/tests/stuffing.test.ts',
  'platform/files/render.test.ts',
  'platform/files/tests/stores.test.ts',
  'platform/jobs/killed-runner.test.ts',
  'platform/pdf/pdf-cache.test.ts',
  'platform/postgres/embedded/copied-folder.test.ts',
  'platform/postgres/definitions/apply-definitions.test.ts',
  'platform/postgres/definitions/plan-definitions.test.ts',
  'platform/postgres/embedded/embedded.test.ts',
  'platform/postgres/servers/read-servers.test.ts',
  'platform/postgres/testing/pair.test.ts',
  'platform/workers/supervise-workers.test.ts',
  'scripts/building/dist.test.ts',
  'scripts/prepare.test.ts',
  'scripts/operating/restoring/restore-market.test.ts',
  'scripts/simulating/month/month.test.ts',
  'server/accounts/auth-fuzz.test.ts',
  'server/claims/lot-incidents.test.ts',
  'server/orders/carts-race.test.ts',
  'server/books/ten-thousand-records.test.ts',
  'server/discovery/share-cards.test.ts',
  'server/group-buys/never-oversold.test.ts',
  'server/payouts/every-payout-once.test.ts',
  'server/payouts/statement-pdf.test.ts',
  'server/payouts/two-thousand-payouts.test.ts',
  'tests/attacks/**',
  'tests/former-release.test.ts',
  'tests/oldest-postgres.test.ts',
  'tests/trials/all-at-once.test.ts',
  'tests/trials/faults-at-each-statement.test.ts',
  'tests/trials/killed-workers.test.ts',
  'tests/trials/model.test.ts',
  'tests/trials/refunds.test.ts',
  'tests/trials/sharing-day.test.ts',
  'tests/trials/webhooks.test.ts',
  'tests/wire/killed-commands.test.ts',
]

/**
 * `--mode fast` skips tests that need PostgreSQL, `--mode full` skips none, and `--mode fuzz` runs the randomised
 * tests.
 */
export default defineConfig(({ mode }) => {
  const exclude = [
    'tests/journeys/**',
    'node_modules/**',
    'build/**',
    ...(mode === 'fast' ? databaseTests() : []),
    ...(['full', 'fuzz'].includes(mode) ? [] : FULL_ONLY),
  ]
  // The trials of tests/trials are small in a commit. A project that extends this file is loaded without the mode, so
  // it is passed.
  const provide = { trialsAreWhole: mode === 'full' }
  // Tests that mock a library need a fresh worker; all other tests share one, which saves half of the time.
  const alone = testFiles().filter((file) => textOf(file).includes('vi.mock('))
  const include =
    mode === 'fuzz' ? testFiles().filter((file) => /fc\.(assert|sample)\(/.test(textOf(file))) : testFiles()
  return {
    test: {
      environment: 'node',
      pool: 'forks',
      // One more than the cores of a small machine: tests spend half of their time waiting for PostgreSQL.
      maxWorkers: 3,
      setupFiles: ['scripts/testing/fast-check-seed.ts'],
      globalSetup: ['platform/postgres/testing-server.ts'],
      // For the slowest machine: nothing here asserts speed, so a long timeout only delays a failure.
      testTimeout: 120_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      projects: [
        {
          extends: true,
          test: { name: 'together', isolate: false, provide, include, exclude: [...exclude, ...alone] },
        },
        {
          extends: true,
          test: { name: 'alone', provide, include: include.filter((file) => alone.includes(file)), exclude },
        },
      ],
    },
  }
})

const textOf = (file: string) => readFileSync(file, 'utf8')

function testFiles(): string[] {
  return sourceFiles().filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/journeys/'))
}

function databaseTests(): string[] {
  const needsPostgres = (file: string) =>
    /^platform\/postgres\/(testing|open-server|embedded\/embedded)\.ts$/.test(file)
  return testFiles().filter((file) => reaches(file, needsPostgres))
}
