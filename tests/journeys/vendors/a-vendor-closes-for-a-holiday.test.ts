import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { demoSession, newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const DAYS = '/vendor/profile/days'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Saves the days, also where something was promised for them. */
async function saveDays(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save days' })
  await button.click()
  const keeps = page.getByLabel(/^I keep these promises/)
  await expect(keeps.or(page.getByText('Saved. Buyers see it now.'))).toBeVisible()
  if (await keeps.isVisible()) {
    await expect(page.getByText(/^\d+ group buys? goe?s? on\./)).toBeVisible()
    await expectGoodScreen(page)
    await keeps.check()
    await button.click()
  }
  await expect(page.getByText('Saved. Buyers see it now.')).toBeVisible()
}

test('a vendor edits the profile, pauses the shop, and takes orders again', async ({ page, browser, baseURL }) => {
  const product = await openProduct(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/profile')
  await page.getByLabel('Description').fill('Foodstuff by the bag since 1998, weighed before you.')
  await page.getByLabel('Monday, opens', { exact: true }).fill('08:00')
  await page.getByLabel('Monday, closes', { exact: true }).fill('13:00')
  await page.getByText('Monday, a second time').click()
  await page.getByLabel('Monday, opens again').fill('14:00')
  await page.getByLabel('Monday, closes again').fill('13:30')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Monday: it must close after it opens.').first()).toBeVisible()
  await page.getByLabel('Monday, closes again').fill('18:00')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is saved. Buyers see it now.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  const shop = (await page.getByRole('link', { name: 'See your shop as buyers do' }).getAttribute('href')) ?? ''

  await page.getByRole('link', { name: 'Closed days and pause' }).click()
  await page.getByLabel('First day, row 1').fill(inDays(24))
  await page.getByLabel('Last day, row 1').fill(inDays(26))
  await page.getByLabel('Reason, row 1').fill('Wedding')
  await page.getByLabel('No new orders until').fill(inDays(3))
  await page.getByLabel('Note about the pause').fill('We travel home')
  await page.getByLabel('Note about holidays').fill('Fresh stock comes on the second day after.')
  await saveDays(page)
  try {
    await expect(page.getByText(/^No new orders until /).first()).toBeVisible()
    await expectGoodOnPhoneAndDesk(page)

    const visitor = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: baseURL ?? '' })
    const other = await visitor.newPage()
    await openPage(other, shop)
    await expect(other.getByText(/takes no new orders until .*: We travel home/)).toBeVisible()
    await expect(other.getByText('Open Mon 8 am to 1 pm and 2 pm to 6 pm')).toBeVisible()
    await expect(other.getByText(/^Closed .* to .*: Wedding$/)).toBeVisible()
    await expect(other.getByText('Fresh stock comes on the second day after.')).toBeVisible()
    await expectGoodScreen(other)
    await openPage(other, `/products/${product.id}`)
    await expect(other.getByText(/takes no new orders until .*: We travel home/)).toBeVisible()
    await expect(other.getByText(/^Back on /).first()).toBeVisible()
    await expect(other.getByRole('button', { name: /Add to Cart/ })).toHaveCount(0)
    await expectGoodScreen(other)
    await visitor.close()

    const buyer = await newPerson(page.request)
    const order = () =>
      callWire<{ code: string; message: string }>(page.request, '/functions/v1/order-cart', {
        method: 'POST',
        token: buyer.session.access_token,
        data: {
          lines: [{ product_id: product.id, quantity: 1, unit_price_kobo: 8_000_000 }],
          expected_kobo: 8_200_000,
        },
      })
    const refused = await order()
    expect(refused).toMatchObject({ status: 409, body: { code: 'shop_paused' } })
    expect(refused.body.message).toMatch(/takes no new orders until .*: We travel home/)

    await openPage(page, DAYS)
    await page.getByRole('button', { name: 'Take orders again now' }).click()
    await expect(page.getByText('Your shop takes orders again.')).toBeVisible()
    await expect(page.getByLabel('Reason, row 1')).toHaveValue('Wedding')
    expect((await order()).status).toBe(200)
  } finally {
    await openShop(page)
  }
})

/** Other journeys of the worker order from this shop. */
async function openShop(page: Page): Promise<void> {
  const { access_token: token } = await demoSession(page.request, 'vendor@ajoja.test')
  const { body: user } = await callWire<{ id: string }>(page.request, '/auth/v1/user', { token })
  const { body } = await callWire<{ updated_at: string }[]>(
    page.request,
    `/rest/v1/vendors?select=updated_at&owner_id=eq.${user.id}`,
    { token },
  )
  const saved = await callWire(page.request, '/functions/v1/save-shop-days', {
    method: 'POST',
    token,
    data: {
      closed_days: [],
      paused_until: null,
      pause_note: '',
      holiday_note: '',
      accepted_promises: null,
      seen: body[0]?.updated_at,
    },
  })
  expect(saved.status).toBe(200)
}

test('a vendor reads who set a price, and what a unit weighs', async ({ page }) => {
  const product = await openProduct(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/${product.id}`)
  const prices = page.getByRole('region', { name: 'Prices of this product, the newest first' })
  await expect(prices.getByText('₦80,000 a bag')).toBeVisible()
  await expect(prices.getByText('Changed by').first()).toBeVisible()
  await expect(page.getByText('One bag of this is about 50 kg. Leave it empty if that fits.')).toBeVisible()
  await page.getByLabel('Unit', { exact: true }).fill('mudu')
  await expect(page.getByText(/^One mudu of this is about [\d.]+ kg\./)).toBeVisible()
  await page.getByLabel('Unit', { exact: true }).fill('calabash')
  await expect(page.getByText(/^One .* of this is about/)).toHaveCount(0)
  await expectGoodOnPhoneAndDesk(page)
})
