import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { newPerson } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectToFit } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

const main = (page: Page) => page.getByRole('main')

test('a sold-out product’s page and card offer to tell, and it is told once when it is back', async ({ page }) => {
  const { id, name, vendorToken } = await openProduct(page.request, { stock: 0 })
  const stock = (available_quantity: number) =>
    callWire(page.request, `/rest/v1/products?id=eq.${id}`, {
      method: 'PATCH',
      token: vendorToken,
      data: { available_quantity },
    })
  await newPerson(page)
  await openPage(page, `/products?search=${encodeURIComponent(name)}`)
  await expectToFit(page)
  await page.getByRole('button', { name: `Tell me when it is back: ${name}` }).click()
  await expect(page.getByText('We tell you once when it is back.')).toBeVisible()
  await openPage(page, `/products/${id}`)
  await expect(main(page)).toContainText('We tell you once when it is back, and when a group buy opens.')
  await expectGoodOnPhoneAndDesk(page)
  await openPage(page, '/account/follows')
  await expect(main(page)).toContainText('Sold out. We tell you once when it is back.')
  for (const quantity of [5, 0, 5]) await stock(quantity)
  await expect(async () => {
    await page.goto('/account/notices')
    await expect(main(page).getByText(`Back: ${name}`)).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a search without a result is saved, listed and removed', async ({ page }) => {
    const word = `zq${crypto.randomUUID().slice(0, 6)}`
    await page.goto(`/search?q=${word}`)
    await page.getByRole('button', { name: 'Tell me when it is there' }).click()
    await expect(page).toHaveURL(/\/auth\?next=/)
    await newPerson(page)
    await page.goto(`/search?q=${word}`)
    await page.getByRole('button', { name: 'Tell me when it is there' }).click()
    await expect(page.getByRole('heading', { name: 'What we look for' })).toBeVisible()
    await expectToFit(page)
    await page.getByRole('button', { name: `Remove: ${word}` }).click()
    await expect(main(page)).not.toContainText(word)
  })
})
