import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Accessible by axe, nothing wider than the screen, one h1. */
export async function expectGoodScreen(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}
