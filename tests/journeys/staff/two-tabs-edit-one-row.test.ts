import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('a product form that was open while a buy was published does not restore units', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const { name, vendorToken, id } = await openBuy(request)
  const [buy] = (await rows<{ product_id: string }>(`group_buys?id=eq.${id}&select=product_id`)).slice(0, 1)
  const product = `products?id=eq.${buy?.product_id}`
  function rows<Row>(path: string) {
    return callWire<Row[]>(request, `/rest/v1/${path}`, { token: vendorToken }).then(({ body }) => body)
  }
  const stock = async () => (await rows<{ available_quantity: number }>(product))[0]?.available_quantity
  expect(await stock()).toBe(60)

  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/${buy?.product_id}`)
  await expect(page.getByLabel('Available quantity')).toHaveValue('60')
  const sold = { method: 'PATCH', token: vendorToken, data: { available_quantity: 25 } } as const
  await callWire(request, `/rest/v1/${product}`, sold)
  // Just the name was edited, so the stock retains the other tab's value.
  await page.getByLabel('Name', { exact: true }).fill(`${name} renamed`)
  await save(page)
  await expect(page.getByText('The product is saved.')).toBeVisible()
  expect(await stock()).toBe(25)

  await openPage(page, `/vendor/products/${buy?.product_id}`)
  await callWire(request, `/rest/v1/${product}`, { ...sold, data: { available_quantity: 20 } })
  await page.getByLabel('Available quantity').fill('90')
  await save(page)
  // Both wrote the stock: both values are shown, nothing is saved, and the person decides.
  await expect(page.getByText('Available quantity: 20 is saved now, you typed 90.')).toBeVisible()
  await expect(page.getByText('Saved meanwhile: 20')).toBeVisible()
  await expect(page.getByLabel('Available quantity')).toHaveValue('90')
  await expectGoodScreen(page)
  expect(await stock()).toBe(20)
  await save(page)
  await expect(page.getByText('The product is saved.')).toBeVisible()
  expect(await stock()).toBe(90)
})

test('two people who edit one deal keep what each of them changed', async ({ page, context }) => {
  await signIn(page, 'administrator@ajoja.test')
  const name = `Deal of two ${crypto.randomUUID().slice(0, 8)}`
  await openPage(page, '/content/deals/new')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Price', { exact: true }).fill('9000')
  await page.getByLabel('Unit', { exact: true }).fill('bag')
  await page.getByRole('button', { name: 'Create deal' }).click()
  await page.getByRole('row', { name }).getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit deal')
  const other = await context.newPage()
  await openPage(other, new URL(page.url()).pathname)
  await other.getByLabel('Price', { exact: true }).fill('8500')
  await save(other)
  await expect(other.getByText('The deal is saved.')).toBeVisible()
  await page.getByLabel('Unit', { exact: true }).fill('half bag')
  await save(page)
  await expect(page.getByText('The deal is saved.')).toBeVisible()
  await expect(page.getByRole('row', { name })).toContainText('₦8,500')
  await expect(page.getByRole('row', { name })).toContainText('half bag')
})

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()
