import { expect, type Page } from '@playwright/test'
import { INTERACTION_SCRIPT, test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { expectToFit, violationsOn } from '../screens.ts'

const KILOBYTE = 1024
const CART = { productId: 'p', name: 'Ofada rice', price: 68000.5, quantity: 2, unit: 'bag', image: '/basins/rice.svg' }

test('pages for reading load one small script, which shows the cart and switches the colours', async ({ page }) => {
  await page.addInitScript((item) => {
    localStorage.setItem('cart-storage', JSON.stringify({ state: { items: [item] }, version: 0 }))
  }, CART)
  const loaded = await scriptBytes(page, '/faq')
  await expect.poll(() => [...loaded.keys()]).toEqual([expect.stringMatching(INTERACTION_SCRIPT)])
  expect([...loaded.values()][0]).toBeLessThanOrEqual(1.5 * KILOBYTE)
  await expect(page.getByRole('link', { name: 'Cart, 2 items, ₦136,001' })).toBeVisible()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the colours can be chosen and the menu opens', async ({ page }) => {
    await page.goto('/terms?from=menu')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'Vendor Sign Up' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page).toHaveURL(/\/terms\?from=menu$/)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test('the first press of Tab leads past the bar, and another page takes the focus', async ({ page }) => {
  await openPage(page, '/contact')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
  await expect(page.locator('#main')).toBeFocused()
})

test('an unknown address answers 404 and helps', async ({ page }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Deals' })).toBeVisible()
})

/** Each width and each colour scheme once; the full run covers the other pairs. */
const LOOKS = [
  { looks: 'on a light phone and a dark desk', schemes: ['light', 'dark'], isFirst: true },
  { looks: 'on a dark phone and a light desk', schemes: ['dark', 'light'], isFirst: false },
] as const

for (const { looks, schemes, isFirst } of LOOKS)
  test(`every part is accessible and fits, ${looks}`, { tag: isFirst ? [] : '@full' }, async ({ page }) => {
    const faults: string[] = []
    page.on('pageerror', (fault) => faults.push(fault.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openPage(page, '/dev/ui')
    for (const [n, width] of [360, 1280].entries()) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: schemes[n] ?? null, reducedMotion: 'reduce' })
      expect(await violationsOn(page)).toEqual([])
      await expectToFit(page)
    }
    expect(faults).toEqual([])
  })

/** Bytes as they came over the wire, by path, of every script a page loads. */
async function scriptBytes(page: Page, path: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return
    sizes.set(new URL(request.url()).pathname, (await request.sizes()).responseBodySize)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return sizes
}
