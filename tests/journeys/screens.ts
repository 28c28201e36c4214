import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Accessible by axe, nothing wider than the screen, one h1. */
export async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

/** What axe finds against a page, or a part of it, a line each. Without a look into frames, which costs a page of its own each time. */
export async function violationsOn(page: Page, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
