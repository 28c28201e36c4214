import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'

// Section 4: "Each list has loading, error and empty states". Error and empty: every-text-of-faults.test.ts.

for (const [path, search, words] of [
  ['/products', 'Search products', 'rice'],
  ['/group-buys', 'Search group buys', 'rice'],
  ['/vendors', 'Search shops', 'mama'],
] as const) {
  test(`${path} shows skeletons while it is read again`, { tag: path === '/vendors' ? [] : '@full' }, async ({
    page,
  }) => {
    await openPage(page, path)
    const letGo = await holdBack(page, path)
    await page.getByLabel(search).fill(words)
    await page.getByLabel(search).press('Enter')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    letGo()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })
}

test('tables show skeletons while they are read again', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/staff')
  const letGo = await holdBack(page, '/chief/staff')
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  letGo()
  await expect(page.getByRole('table')).toBeVisible()
})

test('a slow page shows a loading status', async ({ page }) => {
  await openPage(page, '/contact')
  const letGo = await holdBack(page, '/vendors')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vendor Shops' }).click()
  await expect(page.getByRole('status', { name: 'Loading the page' })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vendor Shops')
  await expect(page.getByRole('status', { name: 'Loading the page' })).toHaveCount(0)
})

/** Delays the page's data until the returned function is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  let letGo = () => {}
  const removed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${path}.data*`, async (route) => {
    await removed
    await route.continue()
  })
  return letGo
}
