import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 740 } })

const add = (page: Page, n: number) => page.getByRole('button', { name: /^Add to Cart/ }).nth(n)
const lines = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove / }) })
const quantity = (page: Page) => page.getByRole('main').getByRole('spinbutton')
const nameOf = async (page: Page, n: number) =>
  ((await add(page, n).getAttribute('aria-label')) ?? '').replace('Add to Cart: ', '')
const DEALS = '/products?sort=price-up'

async function device(browser: Browser, baseURL: string | undefined, javaScriptEnabled = true) {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 360, height: 740 },
    javaScriptEnabled,
  })
  return context.newPage()
}

test('two devices of one person follow each other, and neither brings back what the other removed', async ({
  page,
  browser,
  baseURL,
}) => {
  // The cart from before signing in is merged.
  await openPage(page, DEALS)
  const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)]
  // Each device lists its lines in the order in which it received them.
  const quantityOf = (where: Page, name: string) => where.getByRole('spinbutton', { name: `Quantity of ${name}` })
  await add(page, 0).click()
  const person = await newPerson(page)
  await openPage(page, '/cart')
  await expect(lines(page)).toHaveCount(1)

  const phone = await device(browser, baseURL)
  await signIn(phone, person.email, person.password)
  await openPage(phone, '/cart')
  await expect(phone.getByRole('heading', { name: first, level: 3 })).toBeVisible()
  await openPage(phone, DEALS)
  await add(phone, 1).click()
  await expect(lines(page)).toHaveCount(2)
  await quantityOf(page, first).fill('9')
  await openPage(phone, '/cart')
  await expect(quantityOf(phone, first)).toHaveValue('9')

  // Without a network changes wait; a removal elsewhere meanwhile is preserved.
  await phone.context().setOffline(true)
  await quantityOf(phone, second).fill('8')
  await page.getByRole('button', { name: `Remove ${first}` }).click()
  await expect(lines(page)).toHaveCount(1)
  await phone.context().setOffline(false)
  await expect(lines(phone)).toHaveCount(1)
  await expect(quantity(page)).toHaveValue('8')
  await expect(quantity(phone)).toHaveValue('8')

  // On a shared phone the next user doesn't see the cart of a signed-out one; it stays in the account.
  await phone.getByRole('button', { name: /^Your menu/ }).click()
  await phone.getByRole('button', { name: 'Sign Out' }).click()
  await expect(phone).toHaveURL('/')
  await expect(phone.getByRole('link', { name: /^Cart, / })).toHaveAccessibleName('Cart, 0 items, ₦0')
  await openPage(page, '/cart')
  await expect(quantity(page)).toHaveValue('8')
  await phone.context().close()
})

test('removed lines are restored with the keyboard, one or all', async ({ page }) => {
  await openPage(page, DEALS)
  for (const n of [0, 1, 2]) await add(page, n).click()
  await openPage(page, '/cart')
  await expect(lines(page)).toHaveCount(3)
  // Lines are grouped by shop once the products have been read.
  await expect(page.getByRole('region', { name: 'Total' })).not.toContainText('…')
  const names = await page.getByRole('heading', { level: 3 }).allTextContents()
  await page
    .getByRole('button', { name: /^Remove / })
    .nth(1)
    .press('Enter')
  await expect(lines(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: `Undo: put ${names[1]} back` })).toBeFocused()
  await expectGoodScreen(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(names)
  // Enter in a quantity removes nothing.
  await quantity(page).first().press('Enter')
  await expect(lines(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Clear cart' }).press('Enter')
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByText('Removed: 3 products.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(names)
})

test('a list is saved, found, put into the cart at today’s prices, renamed, deleted and had back', async ({ page }) => {
  await newPerson(page)
  await openPage(page, DEALS)
  const names = [await nameOf(page, 0), await nameOf(page, 1)]
  for (const n of [0, 1]) await add(page, n).click()
  await openPage(page, '/cart')
  await page.getByText('Save as a list').click()
  await page.getByLabel('Name of the list').fill('Monthly staples')
  await page.getByRole('button', { name: 'Save list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monthly staples')
  await expectGoodScreen(page)
  for (const name of names) await expect(page.getByRole('main').getByText(name)).toBeVisible()
  await page.getByLabel('Name of the list').fill('Every month')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every month')
  await page.getByRole('button', { name: 'Put into the cart' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart')
  await expect(lines(page)).toHaveCount(2)
  await openPage(page, '/account/lists')
  await page.getByRole('link', { name: 'Every month' }).click()
  await page.getByRole('button', { name: 'Delete this list' }).click()
  await expect(page.getByText('No lists yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Every month' })).toBeVisible()
  await expectGoodScreen(page)
})

test('a visitor fills, changes and empties the cart without scripts, and scripts take it over once', async ({
  page,
  browser,
  baseURL,
}) => {
  const plain = await device(browser, baseURL, false)
  await plain.goto(DEALS)
  const names = [await nameOf(plain, 0), await nameOf(plain, 1)]
  await add(plain, 0).click()
  await expect(plain).toHaveURL(/\/products\?sort=price-up#added-/)
  await expect(plain.locator('p:target')).toHaveText('Added. See the cart')
  await expect(plain.locator('p:target')).toBeInViewport()
  await add(plain, 1).click()
  await plain.getByRole('link', { name: 'See the cart' }).click()
  await expect(lines(plain)).toHaveCount(2)
  await quantity(plain).first().fill('7')
  await plain.getByRole('button', { name: `Update ${names[0]}` }).click()
  await expect(quantity(plain).first()).toHaveValue('7')
  await plain.getByRole('button', { name: `Remove ${names[1]}` }).click()
  await expect(lines(plain)).toHaveCount(1)
  await plain.getByRole('button', { name: `Undo: put ${names[1]} back` }).click()
  await expect(lines(plain)).toHaveCount(2)
  await plain.getByRole('button', { name: 'Clear cart' }).click()
  await expect(lines(plain)).toHaveCount(0)
  await plain.getByRole('button', { name: 'Undo: put 2 products back' }).click()
  await plain.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  for (const name of names) await expect(plain.getByRole('heading', { name, level: 3 })).toBeVisible()

  await page.context().addCookies(await plain.context().cookies())
  await openPage(page, '/about')
  await openPage(page, '/cart')
  await expect(lines(page)).toHaveCount(2)
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('cart')
  await page.reload()
  await expect(quantity(page).nth(0)).toHaveValue('7')
  await plain.context().close()
})

test('a signed-in user fills the account’s cart without scripts', { tag: '@full' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const plain = await device(browser, baseURL, false)
  await plain.goto(DEALS)
  await add(plain, 0).click()
  const person = await newPerson(plain)
  await plain.goto(DEALS)
  await add(plain, 1).click()
  await expect(plain).toHaveURL(/#added-/)
  await plain.goto('/cart')
  await expect(lines(plain)).toHaveCount(2)
  await signIn(page, person.email, person.password)
  await openPage(page, '/cart')
  await expect(lines(page)).toHaveCount(2)
  await plain.getByText('Save as a list').click()
  await plain.getByLabel('Name of the list').fill('Staples')
  await plain.getByRole('button', { name: 'Save list' }).click()
  await plain.getByRole('button', { name: 'Put into the cart' }).click()
  await expect(lines(plain)).toHaveCount(2)
  await plain.context().close()
})

test('a cart submitted by another site is rejected', async ({ page }) => {
  const form = { act: 'add', line: `${crypto.randomUUID()}.1.100` }
  const answer = await page.request.post('/cart', { form, headers: { 'sec-fetch-site': 'cross-site' } })
  expect(answer.status()).toBe(403)
})
