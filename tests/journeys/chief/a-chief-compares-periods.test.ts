import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test('a chief compares a period with the one before, and opens the rows of a figure', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/overview')
  await expectGoodScreen(page)
  await page.getByLabel('Period').selectOption('days90')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/period=days90/)
  const sales = page.locator('dl > div').filter({ hasText: 'Goods in paid orders of these days' })
  await expect(sales).toContainText('before:')
  const shown = await sales.locator('dd').first().textContent()
  expect(shown).toMatch(/^₦[\d,]+/)
  await page.getByText('All figures by week').click()
  await expect(page.getByRole('table', { name: 'Figures by week' })).toBeVisible()
  await expectGoodScreen(page)

  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sales: ${shown}`)
  await expect(
    page
      .getByRole('table', { name: 'Rows of Sales' })
      .getByRole('link', { name: /^Order \d+/ })
      .first(),
  ).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await page.getByRole('table', { name: 'Sales by state' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/state=\w+/)
  await expect(page.getByText('shops in')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New people' })).toHaveCount(0)
})
