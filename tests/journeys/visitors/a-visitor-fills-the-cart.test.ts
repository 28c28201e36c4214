import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { expectGoodScreen } from '../screens.ts'
import { isSorted } from '../sorted.ts'

test.use({ viewport: { width: 360, height: 740 } })

const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart, / })
const names = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('heading', { level: 2 })

test('a visitor narrows the deals down, and the address says how', async ({ page }) => {
  await openPage(page, '/products')
  await expectGoodScreen(page)
  await expect(names(page)).toHaveCount(12)
  await page.getByRole('link', { name: 'Grains' }).click()
  await expect(page).toHaveURL('/products?category=grains')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Sort by').selectOption('Price low to high')
  await page.getByLabel('Location').selectOption('Kano')
  await page.getByRole('button', { name: 'Show products' }).click()
  await expect(page).toHaveURL(/category=grains.*sort=price-up.*location=Kano/)
  const naira = async () =>
    (await page.locator('.price-figure').allTextContents()).map((price) => Number(price.replace(/[₦,]/g, '')))
  await expect.poll(async () => isSorted(await naira(), (a, b) => a - b)).toBe(true)
  expect((await naira()).length).toBeGreaterThan(1)

  await page.getByLabel('Search products').fill('no such food')
  await page.getByLabel('Search products').press('Enter')
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/products')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/products?page=2')
})

test('the middle advert is before the seventh product, or after the last of a short page', async ({ page }) => {
  const placeOfAdvert = () =>
    page.getByRole('list', { name: 'Products' }).evaluate((list) => {
      const at = [...list.children].findIndex((item) => item.querySelector('aside') !== null)
      return { at, items: list.children.length }
    })
  await page.goto('/products')
  expect(await placeOfAdvert()).toEqual({ at: 6, items: 13 })
  await page.goto('/products?location=Benin+City')
  const short = await placeOfAdvert()
  expect(short.items).toBeLessThan(8)
  expect(short.at).toBe(short.items - 1)
})

test('a visitor fills the cart, changes it, and finds it again', async ({ page, context }) => {
  await openPage(page, '/products?sort=price-up')
  const add = page.getByRole('button', { name: /^Add to Cart/ })
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items, ₦0')
  await add.nth(0).click()
  const once = await storedLine(page, 0)
  await expect(cartLink(page)).toHaveAccessibleName(new RegExp(`^Cart, ${once.quantity} items?, ₦`))
  await expect(page.locator('.toast')).toContainText(`added: ${once.name}`)
  await add.nth(0).click()
  await add.nth(1).click()
  await expect.poll(() => storedLine(page, 0)).toEqual({ ...once, quantity: 2 * once.quantity })
  expect(Object.keys(once).sort()).toEqual(['image', 'name', 'price', 'productId', 'quantity', 'unit'])

  await cartLink(page).click()
  const lines = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove / }) })
  await expect(lines).toHaveCount(2)
  await expectGoodScreen(page)
  const quantity = page.getByLabel(`Quantity of ${once.name}`)
  await quantity.fill('')
  await quantity.fill('7')
  await expect.poll(async () => (await storedLine(page, 0)).quantity).toBe(7)
  const second = await storedLine(page, 1)
  await lines
    .nth(1)
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(lines).toHaveCount(1)
  const total = `₦${(7 * once.price).toLocaleString('en-NG')}`
  await expect(cartLink(page)).toHaveAccessibleName(`Cart, 7 items, ${total}`)
  await page.reload()
  await expect(quantity).toHaveValue('7')

  const otherTab = await context.newPage()
  await openPage(otherTab, '/products?sort=price-up')
  await otherTab.getByRole('button', { name: `Add to Cart: ${second.name}` }).click()
  await expect(lines).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(cartLink(otherTab)).toHaveAccessibleName('Cart, 0 items, ₦0')
})

test('the cart says what changed since it was filled', async ({ page }) => {
  await openPage(page, '/products?sort=price-up')
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
  const line = await storedLine(page, 0)
  await page.evaluate((item) => {
    const removed = { ...item, productId: '00000000-0000-4000-8000-000000000000', name: 'Gone goat' }
    const items = [{ ...item, price: item.price + 500.5 }, removed]
    localStorage.setItem('cart-storage', JSON.stringify({ state: { items }, version: 0 }))
  }, line)
  await page.goto('/cart')
  await expect(page.getByText('2 products in your cart changed.')).toBeVisible()
  await expect(page.getByText('No longer on sale. Please remove it.')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Use the new price' }).click()
  await expect.poll(async () => (await storedLine(page, 0)).price).toBe(line.price)
  await page.getByRole('button', { name: 'Remove Gone goat' }).click()
  await expect(page.getByText('in your cart changed')).toHaveCount(0)
})

interface StoredLine {
  productId: string
  name: string
  price: number
  quantity: number
  unit: string
  image: string
}

/** The cart in the browser's storage, once it is there. */
async function storedLine(page: Page, index: number): Promise<StoredLine> {
  const line = await page.waitForFunction(
    (at) => JSON.parse(localStorage.getItem('cart-storage') ?? 'null')?.state.items[at] as StoredLine | undefined,
    index,
  )
  return (await line.jsonValue()) as StoredLine
}
