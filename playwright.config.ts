import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/testing/chromium.mjs'

const chromium = findChromium()

/**
 * Chromium takes the last list that it is given, so this one repeats Playwright's own. The last three are the
 * drop-downs of an invisible address bar: each context would load both of them, which costs more than most pages. With
 * RenderDocument a page that is closed while another document loads in it stays open, and its test hangs
 * (https://crbug.com/536385539).
 */
const FEATURES_OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'RenderDocument',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/**
 * The main journeys of each role, and the checks of the whole product: `npm test` runs these. Browsers are slow, so
 * only `npm run test:full` runs the rest.
 */
const COMMIT_JOURNEYS = [
  'accounts/sign-up',
  'accounts/sign-in',
  'accounts/session',
  'buyers/a-stranger-joins-a-group-buy',
  'payments/a-cart-becomes-a-payment',
  'payments/a-buyer-pays-and-is-paid-back',
  'buyers/goods-change-hands',
  'buyers/a-buyer-makes-a-claim',
  'vendors/a-vendor-opens-a-group-buy',
  'vendors/a-vendor-packs-and-a-hub-weighs-in',
  'vendors/a-vendor-is-paid-out',
  'staff/a-rider-delivers-at-the-door',
  'staff/staff-keep-the-market',
  'staff/a-chief-reads-the-books',
  'staff/two-tabs-edit-one-row',
  'phones/a-slow-phone-opens-the-market',
  'every-page/shell',
  'every-page/hostile-texts-are-only-texts',
  'every-page/every-text-of-acts',
  'every-page/a-fault-has-a-number',
  'every-page/search-engines-understand-every-page',
  'every-page/chats-preview-links',
  'operators/behind-a-proxy',
].map((name) => `${name}.test.ts`)
const lost = COMMIT_JOURNEYS.filter((file) => !existsSync(`tests/journeys/${file}`))
if (lost.length > 0)
  throw new Error(`COMMIT_JOURNEYS in playwright.config.ts names ${lost.join(', ')}, which is not there`)

export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'commit', testMatch: COMMIT_JOURNEYS },
    { name: 'full', testMatch: '*.test.ts', testIgnore: COMMIT_JOURNEYS },
  ],
  globalSetup: './tests/journeys/sites.ts',
  // Each has its own market.
  workers: 2,
  forbidOnly: true,
  // Several times the duration of the longest test without its own timeout: a machine may be slow and busy, but a
  // hanging test must end.
  timeout: 90_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    // Times are shown in Africa/Lagos in any time zone of the browser.
    timezoneId: 'America/New_York',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Requests of a service worker bypass page.route(). Tests of offline pages allow it.
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
