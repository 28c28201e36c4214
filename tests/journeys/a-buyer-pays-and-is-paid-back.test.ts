import { expect, type Page } from '@playwright/test'
import { test } from './market.ts'
import { openBuy } from './open-buy.ts'
import { newPerson } from './people.ts'
import { expectGoodOnPhoneAndDesk } from './screens.ts'
import { callWire } from './table-calls.ts'

interface Joined {
  buy: { id: string; name: string }
  orderId: string
}

async function join(page: Page, quantity = 1): Promise<Joined> {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page)
  const { body } = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity },
  })
  return { buy, orderId: body.order.id }
}

async function toGateway(page: Page, orderId: string): Promise<void> {
  await page.goto(`/account/orders/${orderId}`)
  await page.getByRole('link', { name: /^Pay ₦/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await expect(page.getByText('Play money: no payment provider is set up')).toBeVisible()
}

test('a buyer pays, finds the order paid, and leaves with all the money', async ({ page }) => {
  const { orderId } = await join(page, 2)
  await page.goto(`/account/pay?order=${orderId}`)
  await expect(page.getByText('You pay at most')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await toGateway(page, orderId)
  await page.getByRole('button', { name: 'Pay ₦155,800' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
  await expect(page.getByText('Paid in naira')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await page.goto(`/account/orders/${orderId}`)
  await expect(page.getByText(/^Paid and held\./)).toBeVisible()
  await page.getByRole('button', { name: 'Leave this group buy' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('₦155,800 comes back to you')
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You left this group buy. Your money is on its way back to you.')).toBeVisible()
})

test('a payment that is declined can be tried again', async ({ page }) => {
  const { orderId } = await join(page)
  await toGateway(page, orderId)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not paid')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
})

test('a payment whose tab was closed is booked all the same', async ({ page }) => {
  const { orderId } = await join(page)
  await toGateway(page, orderId)
  await page.getByRole('button', { name: 'Pay and close the tab' }).click()
  await expect(page.getByText('You may close this tab')).toBeVisible()
  await page.goto(`/account/orders/${orderId}`)
  await expect(page.getByText(/^Paid and held\./)).toBeVisible({ timeout: 30_000 })
})

test('too little goes back by itself, and the page says so', async ({ page }) => {
  const { orderId } = await join(page)
  await toGateway(page, orderId)
  await page.getByRole('button', { name: 'Pay ₦100 too little' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your money is on its way back')
  await expect(page.getByRole('heading', { name: 'Comes back to you' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a buyer pays all the same', async ({ page }) => {
    const { orderId } = await join(page)
    await toGateway(page, orderId)
    await page.getByRole('button', { name: /^Pay ₦[\d,]+$/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
  })
})
