import { expect, type Page } from '@playwright/test'

/**
 * Goes from the market's payment page to the gateway's, whose first button has the same text: without this a second
 * press could hit the first one again.
 */
export async function goToGateway(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await expect(page.getByText('Play money: no payment provider is set up')).toBeVisible()
}

/** Pays the whole amount, and returns to the market. */
export async function payAtGateway(page: Page): Promise<void> {
  await goToGateway(page)
  await page.getByRole('button', { name: /^Pay ₦[\d,.]+$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
}
