import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

const listOf = (name: string) => `/vendor/products?search=${encodeURIComponent(name)}`

async function createProduct(page: Page): Promise<string> {
  const name = `Listed rice ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, '/vendor/products/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Category').selectOption('grains')
  await page.getByLabel('Unit', { exact: true }).fill('bag')
  await page.getByLabel(/^Base price/).fill('50000')
  await page.getByLabel('Available quantity').fill('40')
  await page.getByRole('button', { name: 'Create product' }).click()
  await page.waitForURL(/done=saved/)
  await openPage(page, listOf(name))
  return name
}

test('a product is duplicated, archived and restored', async ({ page }) => {
  const name = await createProduct(page)
  await page.getByRole('link', { name: `Duplicate ${name}` }).click()
  await expect(page.getByText(`A copy of ${name}. Nothing is for sale before you save it.`)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(page.getByLabel(/^Base price/)).toHaveValue('50000')
  await expectGoodScreen(page)
  await page.getByLabel('Name', { exact: true }).fill(`${name} copy`)
  await page.getByRole('button', { name: 'Create product' }).click()
  await page.waitForURL(/done=saved/)

  await openPage(page, listOf(name))
  await expect(page.getByText('2 products')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByLabel(`Tick ${name} copy`).check()
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('1 product is archived. You find it under Archived.')).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} copy`, exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Archived' }).click()
  await expect(page.getByRole('heading', { name: 'Archived products' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: `Restore ${name} copy` }).click()
  await expect(page.getByText(`${name} copy is in your list again.`)).toBeVisible()
})

test('a product is paused until a day that buyers read, and sold again', async ({ page }) => {
  const name = await createProduct(page)
  await page.getByRole('link', { name, exact: true }).click()
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Not for sale until').fill(`${day}T00:00`)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByText(/^The product is paused. Back on /)).toBeVisible()
  await expectGoodScreen(page)
  const id = new URL(page.url()).pathname.split('/').pop()
  await openPage(page, listOf(name))
  await expect(page.getByText(/^Back on /)).toBeVisible()
  await page.context().clearCookies()
  await openPage(page, `/products/${id}`)
  await expect(page.getByText(/^Back on /).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Add to Cart/ })).toHaveCount(0)
  await expectGoodScreen(page)

  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, listOf(name))
  await page.getByLabel(`Tick ${name}`).check()
  await page.getByRole('button', { name: 'Sell again' }).click()
  await expect(page.getByText('1 product is for sale again.')).toBeVisible()
  await expect(page.getByText(/^Back on /)).toHaveCount(0)
})

test('stock and price are saved in the list, and a stale form is told', async ({ page, context }) => {
  const name = await createProduct(page)
  const stock = (on: Page) => on.getByLabel(`In stock: ${name}`)
  const save = (on: Page) => on.getByRole('button', { name: `Save stock and price of ${name}` })
  const other = await context.newPage()
  await openPage(other, listOf(name))

  await stock(page).fill('30')
  await page.getByLabel(`Base price of a bag: ${name}`).fill('52,000')
  await save(page).click()
  await expect(page.getByText(`${name}: saved.`)).toBeVisible()
  await expect(stock(page)).toHaveValue('30')
  await expectGoodScreen(page)

  await stock(other).fill('99')
  await save(other).click()
  await expect(other.getByText(/It was changed meanwhile/)).toBeVisible()
  await expect(stock(other)).toHaveValue('30')

  await page.getByLabel(`Base price of a bag: ${name}`).fill('520')
  await save(page).click()
  await page.getByLabel('The lower price, once more').fill('520')
  await save(page).click()
  await expect(page.getByText(`${name}: saved.`)).toBeVisible()
  await page.getByLabel(`Tick ${name}`).check()
  await page.getByRole('button', { name: 'Set out of stock' }).click()
  await expect(page.getByText('1 product is out of stock.')).toBeVisible()
  await expect(stock(page)).toHaveValue('0')
})
