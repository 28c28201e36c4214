import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { reaches, sourceFiles } from './tests/laws/imports.ts'

/** `vitest --mode fast` leaves out tests that need PostgreSQL, `--mode fuzz` those that are not random. */
export default defineConfig(({ mode }) => ({
  test: {
    include:
      mode === 'fuzz'
        ? randomTests()
        : ['{domain,platform,database,api,server,web,tests,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
    exclude: ['tests/journeys/**', 'node_modules/**', 'build/**', ...(mode === 'fast' ? databaseTests() : [])],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['scripts/chance.ts'],
    globalSetup: ['platform/postgres/testing-server.ts'],
    // For the slowest machine: no test asserts speed, so a long timeout only delays failures.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
}))

function databaseTests(): string[] {
  const needsPostgres = (file: string) => /^platform\/postgres\/(testing|embedded|open-server)\.ts$/.test(file)
  return sourceFiles().filter((file) => /\.test\.tsx?$/.test(file) && reaches(file, needsPostgres))
}

function randomTests(): string[] {
  return sourceFiles().filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('fc.assert('))
}
