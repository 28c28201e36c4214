import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { ElementContext, RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Accessible by axe, nothing wider than the screen, one h1. */
export async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  await expectToFit(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

/** The same check on the narrowest phone and on a desktop; leaves the page at the phone's width. */
export async function expectGoodOnPhoneAndDesk(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectGoodScreen(page)
  }
}

export async function expectToFit(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
}

/**
 * The axe violations of a page, or a part of it, one line each. axe is injected once per document, because that costs
 * about as much as running it. Frames are not checked.
 */
export async function violationsOn(page: Page, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (within) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(within ?? document, { resultTypes: ['violations'], iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, part)
}

interface Axe {
  run(within: ElementContext, options: RunOptions): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}
