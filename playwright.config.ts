import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const PORT = 4173
const ORIGIN = `http://localhost:${PORT}`
const chromium = findChromium()

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.test.ts',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: ORIGIN,
    // Times are shown in Africa/Lagos wherever the browser is.
    timezoneId: 'America/New_York',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
  webServer: {
    command: 'node scripts/journey-server.mjs',
    url: `${ORIGIN}/readyz`,
    env: { MODE: 'demo', SEED: 'demo', PORT: String(PORT), SITE_URL: ORIGIN, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    reuseExistingServer: false,
  },
})
