import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a buy is opened again with the same terms and later dates, and nothing is published before the press', async ({
  page,
}) => {
  const { id, name } = await openBuy(page.request, { target: 12 })
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products/buys')
  await expect(page.getByRole('link', { name: 'Open last week’s again' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('row', { name }).getByRole('link', { name: 'Open again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open again')
  await expect(page.getByLabel('Target quantity')).toHaveValue('12')
  await expect(page.getByLabel('Minimum participants')).toHaveValue('2')
  await expect(page.locator('[name=tier_price]').first()).toHaveValue('76000')
  const closes = Date.parse(`${await page.getByLabel('Window closes').inputValue()}+01:00`)
  expect(closes).toBeGreaterThan(Date.now() + 15 * 86_400_000)
  await expectGoodScreen(page)

  await page.getByRole('textbox', { name: 'Sharing day' }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Publish group buy' }).click()
  await expect(page.getByText('Sharing day must not be in the past.').last()).toBeVisible()
  const share = new Date(closes + 5 * 86_400_000).toISOString().slice(0, 10)
  await page.getByRole('textbox', { name: 'Sharing day' }).fill(share)
  await page.getByRole('button', { name: 'Publish group buy' }).click()
  await expect(page.getByText('The group buy is open. Buyers see it now.')).toBeVisible()
  await expect(page.getByRole('row', { name })).toHaveCount(2)

  await openPage(page, `/vendor/products/buys/${id}`)
  await page.getByRole('link', { name: 'Open again' }).click()
  await expect(page.getByLabel('Target quantity')).toHaveValue('12')
})
