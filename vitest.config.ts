import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,platform,database,api,server,web,tests,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
    exclude: ['tests/journeys/**', 'node_modules/**', 'build/**'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['platform/postgres/testing-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
