import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

test('a vendor opens an order: its goods, the money and when it comes, the buyer’s number on request', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/orders?status=confirmed')
  await page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first().click()
  await page.waitForURL(/\/vendor\/orders\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/)
  const money = page.getByRole('region', { name: 'Money' })
  const kobo = async (label: RegExp) => {
    const fact = money.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) })
    return Math.round(Number(((await fact.locator('dd').textContent()) ?? '').replace(/[^\d.]/g, '')) * 100)
  }
  const [goods, fee, net] = [await kobo(/^Goods$/), await kobo(/^Fee/), await kobo(/^You get$/)]
  expect(goods).toBeGreaterThan(0)
  expect(goods - fee).toBe(net)
  await expect(money).toContainText(/Not in a payout yet.*because it is not handed over/)
  await expect(page.getByRole('link', { name: 'Pack', exact: true })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Show the phone number' }).click()
  await expect(page.getByText('No phone number is known.')).toBeVisible()
  await expectGoodScreen(page)

  // The recipient of a delivery has one.
  await page.goto('/vendor/orders?status=ready')
  await page
    .getByRole('main')
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: 'rider' })
    .getByRole('link', { name: /^\d+$/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Show the phone number' }).click()
  await expect(page.getByRole('link', { name: /^Call 0/ })).toHaveAttribute('href', /^tel:\+234\d{10}$/)
  await expectGoodOnPhoneAndDesk(page)

  // An order that is over hides the number.
  await page.goto('/vendor/orders?status=completed')
  const over = page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first()
  const path = await over.getAttribute('href')
  await over.click()
  await expect(money).toContainText(/In your next payout|Paid out/)
  await expect(page.getByRole('button', { name: 'Show the phone number' })).toHaveCount(0)
  await expectGoodOnPhoneAndDesk(page)

  // Another person's shop does not have it.
  await page.context().clearCookies()
  await signIn(page, 'customer@ajoja.test')
  await page.goto(path ?? '')
  await expect(page).toHaveURL('/')
})
