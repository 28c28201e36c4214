import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { countTaps } from '../staff/count-taps.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('from a figure to its row, the order, its payment and back', { tag: '@full' }, async ({ page }, info) => {
  const taps = await countTaps(page, info)
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/dashboard')
  await taps.begin()
  await page.getByRole('link', { name: 'See the overview' }).click()
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Sales: ₦[\d,.]+$/)
  const row = page
    .getByRole('table', { name: 'Rows of Sales' })
    .getByRole('link', { name: /^Order \d+/ })
    .first()
  const name = await row.textContent()
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  const payment = page.locator('a[href^="/chief/payments/"]').first()
  const reference = (await payment.textContent())?.trim() ?? ''
  await payment.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference)
  expect(await taps.note('From a figure to the payment of an order')).toBeLessThanOrEqual(4)
  await expect(page.getByRole('link', { name: name ?? '' }).first()).toBeVisible()
  await expectGoodScreen(page)
})

test('a refund that is stuck is tried again from the day’s tasks', { tag: '@full' }, async ({ page }, info) => {
  const taps = await countTaps(page, info)
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/dashboard')
  await taps.begin()
  await page.getByRole('link', { name: /refunds? (is|are) stuck at a bank/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds that have not arrived')
  const refund = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Try again' }) })
    .first()
  // Half an account is refused, and stays as it was typed.
  await refund.getByLabel('Account number').fill('123')
  await refund.getByRole('button', { name: 'Try again' }).click()
  await expect(refund.getByLabel('Account number')).toHaveValue('123')
  await expect(page.getByText('The refund is being tried again.', { exact: false })).toHaveCount(0)
  await refund.getByLabel('Account number').fill('')
  await expectGoodScreen(page)
  await refund.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^The refund is being tried again/)).toBeVisible()
  expect(await taps.note('Stuck refund tried again')).toBeLessThanOrEqual(6)
  await expectGoodScreen(page)
})
