import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { grantPassword, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { isSorted } from '../sorted.ts'
import { callWire } from '../table-calls.ts'

const shopNames = (page: Page) => page.getByRole('list', { name: 'Vendor shops' }).getByRole('heading', { level: 2 })

test('a visitor finds a shop and looks round in it, on a phone and on a desk', async ({ page }) => {
  await openPage(page, '/vendors')
  await expectGoodOnPhoneAndDesk(page)
  expect(await shopNames(page).count()).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Location').selectOption('Lagos')
  await page.getByLabel('Sort by').selectOption('Fastest delivery')
  await page.getByRole('button', { name: 'Show shops' }).click()
  await expect(page).toHaveURL(/location=Lagos&sort=fastest|sort=fastest&location=Lagos/)
  const hours = page.getByRole('definition').filter({ hasText: /hours?$/ })
  const counted = async () => (await hours.allTextContents()).map((text) => Number.parseInt(text, 10))
  await expect.poll(async () => isSorted(await counted(), (a, b) => a - b)).toBe(true)

  const card = page.getByRole('article').filter({ hasText: 'Mama Sade Foodstuff' })
  for (const fact of ['Orders completed', 'Average delivery time', 'Total revenue'])
    await expect(card).toContainText(fact)
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mama Sade Foodstuff')
  await expectGoodOnPhoneAndDesk(page)
  await expect(page.getByRole('list', { name: 'Active group buys' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: /^Cart, [1-9]/ })).toBeVisible()
  await page.getByText('How we count these figures').click()
  await expect(page.getByText('one rating')).toBeVisible()
})

test('a product in Browse Deals opens its page, which leads to its shop', async ({ page }) => {
  await openPage(page, '/products?search=Abakaliki')
  const product = page.getByRole('list', { name: 'Products' }).getByRole('heading', { level: 2 }).first()
  const name = (await product.textContent()) ?? ''
  await product.getByRole('link').click()
  await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('link', { name: 'See the shop' }).first().click()
  await expect(page).toHaveURL(/\/shop\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(name)
})

test('a search without a shop says so; a shop that is unknown or not open helps on', async ({ page, request }) => {
  await page.goto('/vendors?search=no+such+shop')
  await expect(page.getByText('No vendors found matching your criteria.')).toBeVisible()
  const { access_token: token } = await grantPassword(request, { email: 'chief@ajoja.test', password: 'ajoja-demo' })
  const closed = await callWire<{ id: string }[]>(request, '/rest/v1/vendors?select=id&status=eq.suspended&limit=1', {
    token,
  })
  for (const id of [closed.body[0]?.id, crypto.randomUUID(), 'no-id']) {
    const answer = await page.goto(`/shop/${id}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This shop is not open')
    await expect(page.getByRole('main').getByRole('link', { name: 'Vendor Shops' })).toBeVisible()
  }
})

test('the leaderboard ranks referrers and buyers, on a phone and on a desk', async ({ page }) => {
  await openPage(page, '/leaderboard')
  await expectGoodOnPhoneAndDesk(page)
  const places = page.getByRole('article')
  await expect(places).toHaveCount(10)
  await expect(places.nth(0)).toContainText('Rank 1st')
  await expect(places.nth(2)).toContainText('Rank 3rd')
  await expect(places.nth(3)).toContainText('Rank 4')
  await expect(places.nth(0)).toContainText('Elite Referrer')
  await page.getByRole('link', { name: 'Top Buyers' }).click()
  await expect(page).toHaveURL('/leaderboard?tab=buyers')
  await expect(places.nth(0)).toContainText('orders completed')
  await expect(page.getByRole('list', { name: 'Badges' }).first()).toContainText('Power Buyer')
  for (const rule of [
    'Top 1% of referrers',
    '100+ orders completed',
    '50+ successful referrals',
    'Joined in first month',
  ])
    await expect(page.getByText(rule, { exact: true })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})

test('a supervisor takes a product off the market; without a connection nothing happens', async ({
  page,
  context,
  request,
}) => {
  const { access_token: token } = await grantPassword(request, { email: 'vendor@ajoja.test', password: 'ajoja-demo' })
  const name = `Zobo leaves ${Date.now()}`
  const made = await callWire(request, '/rest/v1/products', {
    method: 'POST',
    token,
    data: { name, category: 'vegetables', base_price: 900, unit: 'mudu', available_quantity: 5 },
  })
  expect(made.status).toBe(201)
  const here = `/products?search=${encodeURIComponent(name)}`
  await page.goto(here)
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0)

  await signIn(page, 'supervisor@ajoja.test')
  await openPage(page, here)
  const deleteIt = async () => {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expect(page.getByRole('dialog', { name: 'Are you sure you want to delete this product?' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete product' }).click()
  }
  await context.setOffline(true)
  await deleteIt()
  await expect(page.getByText('No internet connection')).toBeVisible()
  await context.setOffline(false)
  await deleteIt()
  await expect(page.getByText('The product was deleted.')).toBeVisible()
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
})
