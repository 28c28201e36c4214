import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } })

const bar = (page: Page) => page.getByRole('navigation', { name: 'Shop' })
const buys = (page: Page) => page.getByRole('list', { name: 'Active group buys' }).getByRole('article')

test('the first group buy stands on the first screen, and its whole card opens it', async ({ page }) => {
  await openPage(page, '/')
  const card = buys(page).first()
  await expect(card.getByText(/^₦[\d,.]+$/).first()).toBeInViewport({ ratio: 1 })
  // With the cached display font; the first page has the device's own, which may be wider.
  await openPage(page, '/')
  const box = await card.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(420)
  // On its picture, away from any text.
  await card.click({ position: { x: 40, y: 80 } })
  await expect(page).toHaveURL(/\/group-buys\/[0-9a-f-]{36}$/)
})

test('the bar at the bottom leads on, says where one is, and covers neither the end of a page nor the focus', async ({
  page,
}) => {
  await openPage(page, '/group-buys')
  await expect(bar(page).getByRole('link')).toHaveText(['Buys', 'Search', /^Cart 0/, 'Orders'])
  await expect(bar(page).getByRole('link', { name: 'Buys' })).toHaveAttribute('aria-current', 'page')
  for (const link of await bar(page).getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const last = page.getByRole('button', { name: 'Dark' })
  await last.focus()
  const [under, top] = [await last.boundingBox(), await bar(page).boundingBox()]
  expect((under?.y ?? 0) + (under?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
  await expectGoodScreen(page)
  await bar(page).getByRole('link', { name: 'Orders' }).click()
  await expect(page).toHaveURL(/\/auth\?next=%2Faccount%2Forders$/)
  await page.emulateMedia({ media: 'print' })
  await expect(bar(page)).toBeHidden()
})

test('a buy’s own bar takes its place, and the cart stays within reach above', async ({ page }) => {
  const buy = await openBuy(page.request)
  await openPage(page, `/group-buys/${buy.id}`)
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign in to join' })).toBeInViewport()
  await expect(page.getByRole('link', { name: /^Cart, 0 items/ })).toBeInViewport()
  await expectGoodScreen(page)
})

test('one’s own pages keep the bar; all pages of an area are behind one button', async ({ page }) => {
  await signIn(page, 'customer@ajoja.test')
  await page.goto('/account/orders')
  await expect(bar(page).getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'My account Orders' }).click()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Addresses' }).click()
  await expect(page).toHaveURL('/account/addresses')
  await expect(page.getByRole('button', { name: 'My account Addresses' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Referrals' })).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the bar and an area’s pages work', async ({ page }) => {
    await page.goto('/faq')
    await bar(page).getByRole('link', { name: 'Buys' }).click()
    await expect(bar(page).getByRole('link', { name: 'Buys' })).toHaveAttribute('aria-current', 'page')
    await buys(page)
      .first()
      .click({ position: { x: 40, y: 80 } })
    await expect(page).toHaveURL(/\/group-buys\/[0-9a-f-]{36}$/)
  })
})

test('headings come in the display face, fetched once and kept for a year, and nothing shifts', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const [face] = await Promise.all([page.waitForResponse(/\.woff2$/), openPage(page, '/')])
  // Without this link a font cached by an earlier visit would load after the first paint, too late to be used.
  await expect(page.locator('link[rel=preload][as=font]')).toHaveAttribute('href', new URL(face.url()).pathname)
  expect(face.headers()['cache-control']).toContain('max-age=31536000')
  expect((await face.body()).byteLength).toBeLessThanOrEqual(20_000)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.check('800 28px Sign', '₦46,800 Ẹ'))).toBe(true)
  expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBe(0)
})

test.describe('before the framework runs', () => {
  test.use({ hydratesOnInteraction: true })

  test('the header and the bar are in place before the rest of the page has been received', async ({ page }) => {
    for (const part of ['.hero h1', '.hero-texts', '.hero-dots', '.hero-pictures', '.bottom-link svg']) {
      await page.goto('/')
      await page.evaluate(() => document.fonts.ready)
      const place = page.locator(part).first()
      const whole = await place.boundingBox()
      await place.evaluate(dropWhatFollows)
      expect(await place.boundingBox(), part).toEqual(whole)
    }
  })
})

/** Runs in the page: removes everything after this element, as if the rest had not been received. */
function dropWhatFollows(last: Element): void {
  for (let at: Element | null = last; at && at !== document.documentElement; at = at.parentElement) {
    while (at.nextSibling) at.nextSibling.remove()
  }
}
