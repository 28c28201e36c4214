import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Accessible by axe, nothing wider than the screen, one h1. */
export async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  await expectToFit(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

/** The same on the narrowest phone and on a desk; the page keeps the phone's width. */
export async function expectGoodOnPhoneAndDesk(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectGoodScreen(page)
  }
}

export async function expectToFit(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
}

/** What axe finds against a page, or a part of it, a line each. Without a look into frames, which costs a page of its own each time. */
export async function violationsOn(page: Page, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
