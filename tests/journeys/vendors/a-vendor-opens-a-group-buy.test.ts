import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('a vendor adds a product, publishes a group buy with tiers and sees an order come in', async ({
  page,
  request,
}) => {
  const name = `Journey beans ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products/new')
  await addProduct(page, name)

  await page.getByRole('row', { name }).getByRole('link', { name: 'Group buy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New group buy')
  await page.getByLabel('Target quantity').fill('30')
  await page.getByLabel('Window closes').fill(`${dayFromNow(10)}T17:00`)
  await page.getByLabel('Minimum participants').fill('2')
  await tier(page, 0, '2', '39000')
  await tier(page, 1, '5', '41000')
  await page.getByRole('button', { name: 'Publish group buy' }).click()

  // Rejected with a message, and the input is preserved.
  await expect(page.getByText('Tier prices must fall from tier to tier, the first below the base price')).toBeVisible()
  await expect(page.getByLabel('Target quantity')).toHaveValue('30')
  await expectGoodScreen(page)
  await tier(page, 1, '5', '36,500')
  await page.getByRole('button', { name: 'Publish group buy' }).click()
  await expect(page.getByText('The group buy is open. Buyers see it now.')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('link', { name }).click()
  await page.waitForURL(/\/vendor\/products\/buys\/[0-9a-f-]{36}$/)
  await expect(page.getByText('2 more people who pay, and it goes ahead', { exact: true })).toBeVisible()
  const buyId = page.url().split('/').at(-1) ?? ''

  await openPage(page, `/vendor/orders?buy=${buyId}`)
  await expect(page.getByText('No order matches.')).toBeVisible()
  const buyer = await newPerson(request, { fullName: 'Bisi Joiner' })
  const joined = await callWire(request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: buyer.session.access_token,
    data: { group_buy_id: buyId, quantity: 2 },
  })
  expect(joined.status).toBe(200)
  // Automatically, without a reload.
  const row = page.getByRole('row', { name: 'Bisi Joiner' })
  await expect(row).toContainText('2 bags')
  await expect(row).toContainText('₦80,000')
  await expect(row).toContainText('Waiting for payment')
  await expectGoodScreen(page)

  await page.getByRole('link', { name: 'Packing list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Packing list: ${name}`)
  // Unpaid orders have no box to tick.
  const unpaid = page.getByRole('region', { name: 'Not paid, do not hand over: 1 order' })
  await expect(unpaid.getByRole('listitem')).toHaveText(/^\d+ Bisi Joiner, 2 bags$/)
  await expect(page.getByText('0 bags for 0 paid orders')).toBeVisible()
  await expect(page.locator('script[type="module"]')).toHaveCount(0)
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'On an 80 mm roll' }).click()
  await expect(unpaid).toBeVisible()
  await expectGoodScreen(page)

  await openPage(page, `/vendor/products/buys/${buyId}`)
  await page.getByRole('button', { name: 'Cancel group buy' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The lorry broke down on the way.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel group buy' }).click()
  await expect(page.getByText('The group buy is cancelled. Everyone who joined has been told by mail.')).toBeVisible()
})

test('a product with a running group buy is not archived, and the vendor reads why', async ({ page }) => {
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products?search=Eggs, large')
  await page.getByLabel('Tick Eggs, large').check()
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Eggs, large: it has running group buys or orders. Archive it when they have ended.',
  )
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('a draft with ten tier rows is saved, edited and discarded', async ({ page }) => {
    const name = `Quiet beans ${crypto.randomUUID().slice(0, 8)}`
    await signIn(page, 'vendor@ajoja.test')
    await page.goto('/vendor/products/new')
    await addProduct(page, name)
    await page.goto('/vendor/products/buys/new')
    await expect(page.locator('[name=tier_price]')).toHaveCount(10)
    const option = page.getByLabel('Product').getByRole('option').filter({ hasText: name })
    await page.getByLabel('Product').selectOption((await option.getAttribute('value')) ?? '')
    await page.getByLabel('Target quantity').fill('20')
    await page.getByLabel('Window closes').fill(`${dayFromNow(9)}T12:00`)
    await page.getByLabel('Minimum participants').fill('3')
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await expect(page.getByText('The draft is saved. Only you see it.')).toBeVisible()
    await page.getByRole('link', { name }).click()
    await expect(page.getByLabel('Target quantity')).toHaveValue('20')
    await page.getByRole('button', { name: 'Discard draft' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByText('The draft was discarded.')).toBeVisible()
  })
})

test('a customer is sent from the vendor area to the front page', async ({ page }) => {
  await newPerson(page)
  for (const path of ['/vendor/products', '/vendor/orders/print/1', '/chief/settings', '/manager/reports.csv']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

async function addProduct(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Category').selectOption('grains')
  await page.getByLabel('Unit', { exact: true }).fill('bag')
  await page.getByLabel('Base price per unit').fill('40,000')
  await page.getByLabel('Available quantity').fill('many')
  await page.getByLabel('Share date').fill(dayFromNow(20))
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('Available quantity must be a whole number.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByLabel('Available quantity').fill('100')
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('The product is saved.')).toBeVisible()
}

async function tier(page: Page, row: number, people: string, price: string): Promise<void> {
  await page.locator('[name=tier_participants]').nth(row).fill(people)
  await page.locator('[name=tier_price]').nth(row).fill(price)
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

test('a vendor downloads the filtered orders, and no other user can', async ({ page }) => {
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/orders?status=completed')
  const link = page.getByRole('link', { name: 'Download CSV' })
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-disposition']).toContain('attachment')
  const lines = (await answer.text()).trim().split('\r\n').slice(1)
  expect(lines.length).toBeGreaterThan(25)
  for (const line of lines) expect(line).toContain(',Completed,')
  await signIn(page, 'customer@ajoja.test')
  expect((await page.request.get('/vendor/orders.csv')).headers()['content-disposition']).toBeUndefined()
})
