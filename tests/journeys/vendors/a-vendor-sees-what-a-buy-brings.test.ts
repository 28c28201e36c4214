import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('the form shows what the vendor gets while it is filled in, and all of its faults at once', async ({ page }) => {
  const product = await openProduct(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/new?product=${product.id}`)
  const preview = page.getByRole('region', { name: 'What you get' })
  await page.getByLabel('Target quantity').fill('20')
  await page.getByLabel('Minimum participants').fill('2')
  await page.locator('[name=tier_participants]').first().fill('4')
  await page.locator('[name=tier_price]').first().fill('76,000')
  const tier = preview.getByRole('row', { name: 'From 4 people' })
  await expect(tier).toContainText('₦72,200')
  await expect(tier).toContainText('₦1,444,000')
  await expect(preview.getByText('far below your base price')).toHaveCount(0)
  await page.locator('[name=tier_price]').first().fill('7,600')
  await expect(preview.getByText('far below your base price')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await page.getByLabel('Target quantity').fill('1000000')
  await page.getByLabel('Maximum participants').fill('1')
  await page.getByLabel('Window closes').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Publish group buy' }).click()
  const summary = page.getByRole('alert').first()
  await expect(summary.getByRole('link')).toHaveCount(4)
  await summary.getByRole('link', { name: 'The target is larger than what is in stock' }).click()
  await expect(page.getByLabel('Target quantity')).toBeFocused()
  await expectGoodScreen(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the preview comes with the answer of the server, and nothing is saved', async ({ page }) => {
    const product = await openProduct(page.request)
    await signIn(page, 'vendor@ajoja.test')
    await page.goto(`/vendor/products/buys/new?product=${product.id}`)
    await page.getByLabel('Target quantity').fill('20')
    await page
      .getByLabel('Window closes')
      .fill(`${new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)}T12:00`)
    await page.getByLabel('Minimum participants').fill('2')
    await page.getByRole('button', { name: 'Show what I get' }).click()
    await expect(page.getByText('This is what you would get. Nothing is saved yet.')).toBeVisible()
    await expect(page.getByRole('row', { name: 'From 2 people' })).toContainText('₦1,520,000')
    await page.goto('/vendor/products/buys?show=drafts')
    await expect(page.getByText(product.name)).toHaveCount(0)
  })
})
