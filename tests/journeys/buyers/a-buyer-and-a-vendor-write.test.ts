import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test('a buyer writes about an order, the vendor answers, and the buyer sees it come in', async ({ page, browser }) => {
  const fullName = `Chidi Writer ${crypto.randomUUID().slice(0, 6)}`
  const buyer = await newPerson(page, { fullName })
  const buy = await openBuy(page.request)
  const joined = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: buyer.session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  await openPage(page, `/customer/orders/${joined.body.order.id}`)
  await page.getByLabel('Message').fill('Good day. May my brother collect?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page).toHaveURL(/\/account\/messages\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Good day. May my brother collect?')).toBeVisible()
  await expect(page.locator(`main a[href="/account/orders/${joined.body.order.id}"]`)).toBeVisible()
  await expectGoodScreen(page)

  const shop = await (await browser.newContext()).newPage()
  await signIn(shop, 'vendor@ajoja.test')
  await openPage(shop, '/vendor/messages')
  const line = shop.getByRole('listitem').filter({ hasText: fullName })
  await expect(line).toContainText('New')
  await expectGoodScreen(shop)
  await line.getByRole('link').click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(fullName)
  await shop.getByRole('button', { name: 'Send message' }).click()
  await expect(shop.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1)
  await shop.getByLabel('Your message').fill('Yes, with your code.')
  await shop.getByRole('button', { name: 'Send message' }).click()
  await expect(shop.getByText('Yes, with your code.')).toBeVisible()
  await expect(shop.getByLabel('Your message')).toHaveValue('')

  // Live: the buyer's page is not reloaded.
  await expect(page.getByText('Yes, with your code.')).toBeVisible()
  await shop.goto('/vendor/messages')
  await expect(shop.getByRole('listitem').filter({ hasText: fullName })).not.toContainText('New')
  // The order is not the vendor's own, so their own messages have no link to it.
  await shop.goto('/account/messages')
  await shop.getByRole('listitem').filter({ hasText: fullName }).getByRole('link').click()
  await expect(shop.getByRole('list', { name: 'Messages' })).toBeVisible()
  await expect(shop.locator('main a[href*="/orders/"]')).toHaveCount(0)
  await shop.context().close()
})

test('other users cannot read a conversation', async ({ page }) => {
  const answer = await signIn(page, 'vendor@ajoja.test')
  const { body } = await callWire<{ id: string }[]>(page.request, '/rest/v1/conversations?select=id&limit=1', {
    token: answer.access_token,
  })
  await newPerson(page)
  const read = await page.goto(`/customer/messages/${body[0]?.id}`)
  expect(read?.status()).toBe(404)
})
