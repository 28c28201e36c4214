import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { FULL_ONLY } from './tests/full-only.ts'
import { reaches, sourceFiles } from './tests/laws/imports.ts'

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
