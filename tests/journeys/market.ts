import { test as base } from '@playwright/test'
import { openSite, type Site } from './sites.ts'

/** Pages, and requests made through them, go to the demo market of the worker: a product and a database of its own. */
export const test = base.extend<object, { market: Site }>({
  market: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const market = await openSite({ beginning: 'demo' })
      await use(market)
      await market.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ market }, use) => use(market.origin),
})
