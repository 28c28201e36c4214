import { expect, type Page } from '@playwright/test'
import { openPage } from './open-page.ts'

/** Adds a product to the cart of a signed-in page, and waits until the account has it too. Returns its name. */
export async function fillCart(page: Page): Promise<string> {
  await openPage(page, '/products?sort=price-up')
  const add = page.getByRole('button', { name: /^Add to Cart/ }).first()
  const name = ((await add.getAttribute('aria-label')) ?? '').replace('Add to Cart: ', '')
  await add.click()
  const known = () =>
    page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('cart-account') ?? '{"base":{}}').base).length)
  await expect.poll(known).toBeGreaterThan(0)
  return name
}
