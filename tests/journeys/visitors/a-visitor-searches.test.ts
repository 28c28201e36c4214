import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { violationsOn } from '../screens.ts'

test.use({ viewport: { width: 360, height: 780 } })

test('garri is found while it is being typed, by keys alone', async ({ page }) => {
  await openPage(page, '/search')
  await page.keyboard.press('/')
  await page.keyboard.type('gaari ij', { delay: 20 })
  const field = page.getByRole('combobox', { name: 'Search group buys, products, shops and posts' })
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toContainText('Ijebu garri')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  expect(await violationsOn(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(field).not.toHaveAttribute('aria-activedescendant', /./)
  await page.keyboard.press('Escape')
  await expect(options.first()).toBeHidden()
  await expect(field).toHaveValue('gaari ij')

  await page.keyboard.type('ebu', { delay: 20 })
  await expect(options.first()).toContainText('Ijebu garri')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/group-buys\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ijebu garri')
})

test('an outdated response is not shown', async ({ page }) => {
  await openPage(page, '/search')
  let letThrough: () => void = () => undefined
  const late = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/search/suggestions?q=yam', async (route) => {
    await late
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('searchbox').click()
  const requested = page.waitForRequest('**/search/suggestions?q=yam')
  await page.keyboard.type('yam')
  await requested
  await page.getByRole('combobox').fill('titus')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText('Titus')
  letThrough()
  await expect(options.filter({ hasText: 'yam' })).toHaveCount(0)
})

test('the last searches stay on the device until they are cleared', async ({ page }) => {
  await openPage(page, '/search')
  await page.getByRole('searchbox').fill('palm oyl')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('for “palm oil” (you wrote “palm oyl”)')).toBeVisible()
  await page.goto('/search?q=zzzzqq')
  await expect(page.getByText('We found nothing for “zzzzqq”.')).toBeVisible()
  const recent = page.getByRole('navigation', { name: 'Your last searches' }).getByRole('link')
  await expect(recent).toHaveText(['palm oyl'])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(recent).toHaveCount(0)
  await openPage(page, '/search')
  await expect(recent).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('each kind is found with its number, and its full list is a tap away', async ({ page, baseURL }) => {
    await page.goto('/search')
    await page.getByRole('searchbox').fill('mama sade')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`${baseURL}/search?q=mama+sade`)
    for (const name of ['Group buys', 'Products', 'Shops']) {
      await expect(page.getByRole('region', { name })).toBeVisible()
    }
    const all = page.getByRole('link', { name: /^All \d+ products$/ })
    const number = (await all.textContent())?.match(/\d+/)?.[0]
    await all.click()
    await expect(page).toHaveURL(`${baseURL}/products?search=mama+sade`)
    await expect(page.getByText(`${number} products`)).toBeVisible()
  })

  test('a search without results suggests the nearest words', async ({ page }) => {
    await page.goto('/products?search=ponmo')
    await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
    await page.getByRole('link', { name: 'See the closest matches' }).click()
    await expect(page.getByText('We found nothing for “ponmo”. The closest matches:')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Products' }).getByText('Cow leg (bokoto)')).toBeVisible()
  })

  test('posts are narrowed by the same words', async ({ page }) => {
    await page.goto('/blog?search=onoin')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
    await page.getByRole('link', { name: 'Remove filter Search: onoin' }).click()
    await expect(page).toHaveURL(/\/blog$/)
  })

  test('hostile words render harmlessly', async ({ page }) => {
    for (const words of [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      `\u202eabc${'x'.repeat(9_000)}`,
    ]) {
      await page.goto(`/search?${new URLSearchParams({ q: words })}`)
      await expect(page.getByRole('heading', { name: 'Search', level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      expect(await page.locator('main script, main img[src="x"]').count()).toBe(0)
    }
  })
})
