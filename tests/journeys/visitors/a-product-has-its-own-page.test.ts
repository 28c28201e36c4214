import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { demoSession, newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectToFit } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')

/** Opens the product through Browse Deals, like a shopper. */
async function openFromList(page: Page, name: string): Promise<void> {
  await openPage(page, `/products?search=${encodeURIComponent(name)}`)
  await page.getByRole('heading', { level: 2, name }).getByRole('link').click()
  await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/)
}

test('a card says where the same food is cheaper together, and leads to the product’s page', async ({
  page,
  request,
}) => {
  const buy = await openBuy(request)
  await openPage(page, `/products?search=${encodeURIComponent(buy.name)}`)
  await page.getByRole('link', { name: /^₦76,000 in a group buy open until / }).click()
  await expect(page).toHaveURL(`/group-buys/${buy.id}`)
  await openFromList(page, buy.name)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(buy.name)
  await expect(main(page).getByText('One bag is about 50 kg')).toBeVisible()
  const offer = page.getByRole('list', { name: 'Open group buys' })
  await expect(offer).toContainText('2 more people who pay, and it goes ahead')
  await expectGoodOnPhoneAndDesk(page)
  await offer.getByRole('link', { name: 'See the group buy' }).click()
  await expect(page).toHaveURL(`/group-buys/${buy.id}`)
})

test('several units go into the cart from the thumb’s bar, and the cart leads back', async ({ page, request }) => {
  const { name } = await openProduct(request)
  await openFromList(page, name)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  const add = page.getByRole('button', { name: `Add to Cart: ${name}` })
  await expect(add).toBeInViewport()
  await add.click()
  await expect(page.getByText(`3 bags added: ${name}.`)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('500')
  await add.click()
  await expect(page.getByRole('alert')).toContainText('Your cart has 3 bags.')
  await openPage(page, '/cart')
  await page.getByRole('heading', { level: 3, name }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a product is read and put into the cart', async ({ page, request }) => {
    const { name } = await openBuy(request)
    await page.goto(`/products?search=${encodeURIComponent(name)}`)
    await page.getByRole('heading', { level: 2, name }).getByRole('link').click()
    await expectToFit(page)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await page.getByRole('button', { name: `Add to Cart: ${name}` }).click()
    await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}#added-/)
    await page.goto('/cart')
    await expect(page.getByRole('main')).toContainText(name)
    const inBar = page.getByRole('link', { name: 'Cart, 2 items, ₦160,000' })
    await page.goto('/')
    await expect(inBar).toHaveText(/Cart 2/)

    // The account takes the cart over, and shows it on pages that know no cart.
    await newPerson(page)
    await page.goto('/cart')
    await page.goto('/faq')
    await expect(inBar).toBeVisible()
    await page.context().clearCookies()
    await page.goto('/faq')
    await expect(page.getByRole('link', { name: 'Cart, 0 items, ₦0' })).toBeVisible()
  })
})

test('with the keyboard alone, from the heading to the cart', async ({ page, request }) => {
  const { name } = await openBuy(request)
  await openFromList(page, name)
  const reach = async (role: 'link' | 'spinbutton' | 'button', label: string) => {
    const wanted = page.getByRole(role, { name: label }).first()
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab')
      if (await wanted.evaluate((element) => element === document.activeElement)) return wanted
    }
    throw new Error(`${label} is not reached by Tab`)
  }
  await reach('link', 'See the group buy')
  await reach('spinbutton', 'Quantity')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`2 bags added: ${name}.`)).toBeVisible()
})

test('a buyer asks, the vendor answers, and both are notified', async ({ page, request, browser, baseURL }) => {
  const { name } = await openBuy(request)
  await openFromList(page, name)
  const product = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Ask a question' }).click()
  await expect(page.getByRole('link', { name: 'Sign in to ask' })).toBeVisible()
  const asker = await newPerson(request)
  await signIn(page, asker.email, asker.password)
  await openPage(page, `${product}/ask`)
  await expectGoodOnPhoneAndDesk(page)
  await page.getByLabel('Your question').fill('Ring me on 0803 123 4567')
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByRole('alert')).toContainText('leave telephone numbers out')
  await expect(page.getByLabel('Your question')).toHaveValue('Ring me on 0803 123 4567')
  await page.getByLabel('Your question').fill('Is it <b>dry</b> and free of stones?')
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have sent your question')

  const vendor = await browser.newContext({ baseURL: baseURL ?? '' })
  const desk = await vendor.newPage()
  await signIn(desk, 'vendor@ajoja.test')
  await openPage(desk, '/vendor/questions')
  const requested = desk.getByRole('listitem').filter({ hasText: name })
  await requested.getByLabel('Your answer').fill('Dry, and we destone it twice.')
  await requested.getByRole('button', { name: 'Send answer' }).click()
  await expect(desk.getByText('Your answer is on the product’s page.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(desk)
  await vendor.close()

  await page.getByRole('link', { name: 'Back to the product' }).click()
  const questions = page.getByRole('region', { name: 'Questions (1)' })
  await expect(questions).toContainText('Is it <b>dry</b> and free of stones?')
  await expect(questions).toContainText('Dry, and we destone it twice.')
  await openPage(page, '/account/notices')
  await expect(page.getByText(`Your question about ${name} is answered`)).toBeVisible()

  await openPage(page, product)
  await questions.getByRole('link', { name: /^Report/ }).click()
  await page.getByLabel('Why it is abuse').fill('It insults people.')
  await page.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Our staff will look at this question.')).toBeVisible()
})

test('an archived product says so and links to others; an unknown one is not found', async ({ page, request }) => {
  const { access_token: token } = await demoSession(request, 'vendor@ajoja.test')
  const made = await callWire<{ id: string }[]>(request, '/rest/v1/products', {
    method: 'POST',
    token,
    data: { name: `Zobo ${Date.now()}`, category: 'vegetables', base_price: 900, unit: 'mudu', available_quantity: 0 },
  })
  const here = `/products/${made.body[0]?.id}`
  await page.goto(here)
  await expect(main(page).getByText('Sold out for now').first()).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Tell me when it is back' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add to Cart/ })).toHaveCount(0)
  await callWire(request, `/rest/v1/products?id=eq.${made.body[0]?.id}`, { method: 'DELETE', token })
  expect((await page.goto(here))?.status()).toBe(404)
  await expect(main(page)).toContainText('No longer sold.')
  await expect(main(page).getByRole('link', { name: /^See Mama Sade/ })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  for (const id of [crypto.randomUUID(), 'no-id']) {
    expect((await page.goto(`/products/${id}`))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product not found')
  }
})
