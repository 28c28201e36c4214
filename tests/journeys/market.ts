import { type BrowserContext, test as base, expect } from '@playwright/test'
import { openSite, type Site } from './sites.ts'

/** The only script of pages before hydration, or without it. */
export const INTERACTION_SCRIPT = /^\/assets\/hydrate-on-interaction-[\w-]+\.js$/

/** Pages, and requests made through them, go to the demo market of the worker: a separate product and database. */
export const test = base.extend<{ hydratesOnInteraction: boolean }, { market: Site }>({
  market: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const market = await openSite({ beginning: 'demo', environment: { LOG_LEVEL: 'error' } })
      await use(market)
      await market.close()
      expect(failedReads(market), 'reads of pages that were refused or did not fit the schema').toEqual([])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** Whether a visitor's pages are hydrated on interaction, as in production (docs/decisions/0060-hydration-on-interaction.md). */
  hydratesOnInteraction: [false, { option: true }],
  context: async ({ context, hydratesOnInteraction }, use) => {
    if (!hydratesOnInteraction) await hydrateAtOnce(context)
    await use(context)
  },
  baseURL: async ({ market }, use) => use(market.origin),
})

/** The reports of api/page-reads.ts in the log. */
const failedReads = (market: Site) => market.output().match(/A read of a page failed: [^"\\]*/g) ?? []

/**
 * Waits for hydration, as pages of signed-in users do, because the test's next action is meant for the running page.
 */
export const hydrateAtOnce = (context: BrowserContext) =>
  context.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => document.dispatchEvent(new KeyboardEvent('keydown'))),
  )
