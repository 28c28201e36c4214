import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const chromium = findChromium()

/**
 * Chromium takes the last list that it is given, so this one repeats Playwright's own. The last three are the drop-downs of an address bar
 * that nobody sees: each context would load both of them, which costs more than most pages. With RenderDocument a page that is closed while
 * another document arrives in it says yes and stays open, and its test waits for ever (https://crbug.com/536385539).
 */
const FEATURES_OFF = [
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...[
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
  ],
  ...[
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'RenderDocument',
    'ThirdPartyStoragePartitioning',
  ],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/journeys/sites.ts',
  // Each with a market of its own.
  workers: 2,
  forbidOnly: true,
  // Several times what the longest takes that names no time of its own: a machine may be slow and busy, and what hangs must end.
  timeout: 90_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    // Times are shown in Africa/Lagos wherever the browser is.
    timezoneId: 'America/New_York',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Requests that a worker makes pass page.route() by. Tests of what is kept for a phone without a network allow it.
    serviceWorkers: 'block',
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
        `--disable-features=${FEATURES_OFF.join(',')}`,
      ],
    },
  },
})
