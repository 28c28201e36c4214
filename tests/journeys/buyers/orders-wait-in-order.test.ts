import { expect, type Page } from '@playwright/test'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { type OpenedBuy, openBuy } from '../open-buy.ts'
import { newPerson, type Person } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

async function join(page: Page, { session }: Person): Promise<{ buy: OpenedBuy; orderNo: number }> {
  const buy = await openBuy(page.request)
  const { body } = await callWire<{ order: { order_no: number } }>(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  return { buy, orderNo: body.order.order_no }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('an order is found by number, product and shop, and paid from its row', async ({ page }) => {
      const person = await newPerson(page)
      const [first, second] = [await join(page, person), await join(page, person)]
      const names = page.getByRole('listitem').filter({ hasText: 'Journey rice' })
      await page.goto('/account/orders')
      await expect(names).toHaveCount(2)
      if (javaScriptEnabled) await expectGoodScreen(page)

      const search = async (text: string) => {
        await page.getByLabel('Search your orders').fill(text)
        await page.getByRole('button', { name: 'Search', exact: true }).click()
        await page.waitForURL((url) => url.searchParams.get('search') === text)
      }
      await search(String(first.orderNo))
      await expect(names).toHaveCount(1)
      await expect(names).toContainText(first.buy.name)
      await search(second.buy.name)
      await expect(names).toHaveCount(1)
      await expect(names).toContainText(second.buy.name)
      await search('Nothing of that name')
      await expect(page.getByText('No order here matches “Nothing of that name”.')).toBeVisible()
      await page.getByRole('link', { name: 'Show all orders' }).click()
      await expect(names).toHaveCount(2)

      await names
        .filter({ hasText: first.buy.name })
        .getByRole('link', { name: /^Pay ₦77,900 by / })
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
    })
  })
}

test('an unpaid order’s page has its payment within thumb’s reach', async ({ page }) => {
  const person = await newPerson(page)
  const { buy } = await join(page, person)
  await page.goto('/account/orders')
  await page.getByRole('link', { name: buy.name }).click()
  const bar = page.locator('.action-bar').getByRole('link', { name: /^Pay ₦77,900 by / })
  await expect(bar).toBeInViewport()
  await bar.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
})

test('what waits for the buyer comes before newer orders, which say what was paid', async ({ page }) => {
  const person = await newPerson(page)
  const [older, newer] = [await join(page, person), await join(page, person)]
  await page.goto(`/account/orders?search=${newer.orderNo}`)
  await page.getByRole('link', { name: /^Pay ₦77,900 by / }).click()
  await payAtGateway(page)
  await page.goto('/account/orders')
  const rows = page.getByRole('listitem').filter({ hasText: 'Journey rice' })
  await expect(rows.first()).toContainText(older.buy.name)
  await expect(rows.last()).toContainText('1 bag: ₦77,900 paid')
  await expect(rows.last().getByRole('link', { name: /^Pay / })).toHaveCount(0)
})
