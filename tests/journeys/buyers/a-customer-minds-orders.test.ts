import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('an order is open, is left, and is past', async ({ page }) => {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page)
  await page.goto('/customer/orders')
  await expect(page.getByText('No open orders.')).toBeVisible()
  await expectGoodScreen(page)
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 2 },
  })

  await page.goto('/customer/orders')
  await page.getByRole('link', { name: buy.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/)
  await expect(page.getByText(/^Your place is kept\. You pay at most ₦155,800, by /)).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Leave this group buy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You left this group buy. You had not paid, so you owe nothing.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Cancelled' })).toHaveAttribute('aria-current', 'step')

  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await page.getByRole('link', { name: /^Past/ }).click()
  await expect(page).toHaveURL(/show=past/)
  await expect(page.getByRole('listitem').filter({ hasText: buy.name })).toContainText('Cancelled. You owe nothing.')
})

test('a message about an order opens a conversation with the shop', async ({ page }) => {
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page)
  const joined = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  await page.goto(`/account/orders/${joined.body.order.id}`)
  await page.getByLabel('Message').fill('Can my sister collect it?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.waitForURL(/\/account\/messages\/[0-9a-f-]{36}/)
  await expect(page.getByText('Can my sister collect it?')).toBeVisible()
})

test('orders of both kinds with all their states; another person’s order is not found', async ({ page }) => {
  await signIn(page, 'customer@ajoja.test')
  for (const address of ['/customer/orders', '/account/orders?show=past']) {
    await page.goto(address)
    await expect(page.getByRole('link', { name: /^Open/ })).toBeVisible()
    await expectGoodScreen(page)
  }
  await page.goto('/account/orders/11111111-1111-4111-8111-111111111111')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found')
})
