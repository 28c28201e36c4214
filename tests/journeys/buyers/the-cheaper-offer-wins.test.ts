import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')
const line = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name })

test('a card, the page and the cart lead with the buy, and one press moves a line into it', async ({ page }) => {
  const { id, name } = await openBuy(page.request)
  await openPage(page, `/products?search=${encodeURIComponent(name)}`)
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card.locator('.price-tag')).toContainText('₦76,000')
  await expect(card.getByRole('link', { name: /^₦76,000 in a group buy open until / })).toBeVisible()
  await expect(card).toContainText('Or alone, now: ₦80,000 a bag')

  await page.getByRole('heading', { level: 2, name }).getByRole('link').click()
  await expect(main(page).locator('.price-tag').first()).toContainText('₦76,000')
  await expect(main(page)).toContainText('if all 2 people pay')
  await expect(page.getByRole('heading', { name: 'Or buy it alone, now, at ₦80,000 a bag' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  await page.getByRole('button', { name: `Add to Cart: ${name}` }).click()

  // A visitor is led to sign in and back to the cart.
  await openPage(page, '/cart')
  await expect(line(page, name)).toContainText(/₦76,000 in a group buy open until /)
  await expect(line(page, name).getByRole('link', { name: 'Sign in to move it there' })).toHaveAttribute(
    'href',
    '/auth?next=%2Fcart',
  )
  await newPerson(page)
  await openPage(page, '/cart')
  await expectGoodOnPhoneAndDesk(page)
  await line(page, name).getByRole('button', { name: 'Move 2 bags to the group buy' }).click()
  await expect(main(page)).toContainText(/You are in: order \d+, 2 bags/)
  await expect(main(page).getByRole('link', { name: /^Pay ₦/ })).toHaveAttribute('href', /^\/account\/pay\?order=/)
  await expect(line(page, name)).toHaveCount(0)
  await expect(main(page)).toContainText('Your cart is empty.')
  const { body } = await callWire<{ current_quantity: number }[]>(
    page.request,
    `/rest/v1/group_buys?id=eq.${id}&select=current_quantity`,
  )
  expect(body).toEqual([{ current_quantity: 2 }])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a refused move is shown on the line and loses nothing; another moves', async ({ page }) => {
    const [few, other] = [await openBuy(page.request, { target: 2 }), await openBuy(page.request)]
    await newPerson(page)
    for (const { name } of [few, other]) {
      await page.goto(`/products?search=${encodeURIComponent(name)}`)
      await page.getByRole('heading', { level: 2, name }).getByRole('link').click()
      await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
      await page.getByRole('button', { name: `Add to Cart: ${name}` }).click()
      await expect(page).toHaveURL(/#added-/)
    }
    await page.goto('/cart')
    await line(page, few.name)
      .getByRole('button', { name: /^Move 3 bags to the group buy/ })
      .click()
    await expect(line(page, few.name).getByRole('alert')).toContainText('It is still in your cart.')
    await expect(line(page, few.name).getByRole('spinbutton')).toHaveValue('3')
    await line(page, other.name)
      .getByRole('button', { name: /^Move 3 bags to the group buy/ })
      .click()
    await expect(main(page)).toContainText(/You are in: order \d+, 3 bags/)
    await expect(line(page, other.name)).toHaveCount(0)
    await expect(line(page, few.name)).toHaveCount(1)
  })
})
