import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

test('a vendor works by the board: an order, a note, and part of it given back', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/orders')
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.waitForURL('**/vendor/orders/board')
  // One stage at a time on a phone, with links between them.
  const stages = page.getByRole('navigation', { name: 'Stages' })
  await stages.getByRole('link', { name: /^Paid, to pack/ }).click()
  await expect(page.getByRole('heading', { level: 2 }).filter({ visible: true })).toHaveText(/^Paid, to pack/)
  await expectGoodOnPhoneAndDesk(page)

  await page.goto('/vendor/orders?status=confirmed')
  await expect(page.getByLabel('Status')).toHaveValue('confirmed')
  await page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first().click()
  await page.waitForURL(/\/vendor\/orders\/[0-9a-f-]{36}$/)
  const order = page.url()
  await page.getByLabel('New note').fill('Put a second knot on this bag.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('The note is added.')).toBeVisible()
  const notes = page.getByRole('region', { name: 'Notes of your shop' })
  await expect(notes.getByRole('listitem')).toContainText('Put a second knot on this bag.')
  await expect(page.getByLabel('New note')).toHaveValue('')
  await expectGoodOnPhoneAndDesk(page)

  await page.getByRole('link', { name: 'Give part back' }).click()
  await page.getByRole('button', { name: 'See what it means' }).click()
  await expect(page.getByText('Enter units, or an amount in naira.').first()).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel(/^Or an amount/).fill('100')
  await page.getByLabel('Reason').fill('One bag was torn')
  await page.getByRole('button', { name: 'See what it means' }).click()
  const question = page.getByRole('region', { name: /^Give back ₦10\d/ })
  await expect(question).toContainText(/gets back ₦10\d(\.\d\d)?, .*you get ₦[\d,.]+ for the rest of this order/)
  await expectGoodOnPhoneAndDesk(page)
  await question.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText(/goes back to the buyer/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByText('₦100 of the goods given back to the buyer')).toBeVisible()

  // Another person's shop does not have it.
  await page.context().clearCookies()
  await signIn(page, 'customer@ajoja.test')
  await page.goto(`${order}/give-back`)
  await expect(page).toHaveURL('/')
})

test('a vendor opens a customer: their orders at this shop, sums and notes, and no number', { tag: '@full' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/customers')
  await page.locator('tbody').getByRole('link').first().click()
  await page.waitForURL(/\/vendor\/customers\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('region', { name: 'At your shop' })).toContainText('Not collected in time')
  await page.getByLabel('New note').fill('Comes with her own bag.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByRole('region', { name: 'Notes of your shop' })).toContainText('Comes with her own bag.')
  // How to reach them stands on an open order alone.
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveCount(0)
  await expectGoodOnPhoneAndDesk(page)
})

test('a vendor finds a caller’s order, downloads all orders with progress, and reads figures by group buy', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/orders')
  await page.getByText('Find the order of somebody who calls').click()
  await page.getByLabel('Their whole phone number').fill('1234')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText(/must be a Nigerian mobile number/)).toBeVisible()
  await page.getByLabel('Their whole phone number').fill('0803 000 0000')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('No open order of your shop has this number.')).toBeVisible()
  // The number is in no address.
  expect(page.url()).not.toContain('0803')
  await expectGoodOnPhoneAndDesk(page)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  const rows = text.split('\r\n').length - 2
  expect(file.suggestedFilename()).toMatch(/^ajoja-shop-orders-.*\.csv$/)
  await expect(page.getByText(`${rows} orders are in the file.`)).toBeVisible()
  await expectGoodScreen(page)

  await page.goto('/vendor/analytics')
  await page.getByRole('link', { name: 'By group buy' }).click()
  await page.waitForURL('**/vendor/analytics/buys')
  await expect(page.getByText('Visits of a page are not counted.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  const [figures] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await figures.path(), 'utf8')).toContain('Tier reached')
})
