import { expect } from '@playwright/test'
import pg from 'pg'
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

test.describe('stars', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('are tapped, moved with arrow keys and read out', async ({ page, market }) => {
    const order = await orderToRate(market.databaseUrl)
    await signIn(page, order.email)
    await page.goto(`/account/orders/${order.id}`)
    const star = (stars: number) => page.getByRole('radio', { name: stars === 1 ? '1 star' : `${stars} stars` })
    const area = await page.getByText('3 stars').locator('..').boundingBox()
    expect([area?.width, area?.height]).toEqual([44, 44])
    await star(3).click()
    await expect(star(3)).toBeChecked()
    await page.keyboard.press('ArrowRight')
    await expect(star(4)).toBeChecked()
    await expectGoodScreen(page)
    await page.getByRole('button', { name: 'Rate the shop' }).click()
    await expect(page.getByText('Rated 4.0 of 5')).toBeAttached()
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('are sent with the form', async ({ page, market }) => {
      const order = await orderToRate(market.databaseUrl)
      await signIn(page, order.email)
      await page.goto(`/account/orders/${order.id}`)
      await page.getByRole('radio', { name: '5 stars' }).check()
      await page.getByRole('button', { name: 'Rate the shop' }).click()
      await expect(page.getByText('Rated 5.0 of 5')).toBeAttached()
    })
  })
})

/** An order of a demo customer whose goods were handed over and that is not rated. */
async function orderToRate(connectionString: string): Promise<{ id: string; email: string }> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select o.id, u.email from public.orders o join auth.users u on u.id = o.user_id
       where o.status in ('collected', 'completed') and not exists (select from public.reviews r where r.order_id = o.id)
       order by o.order_no limit 1`,
    )
    return rows[0]
  } finally {
    await client.end()
  }
}
