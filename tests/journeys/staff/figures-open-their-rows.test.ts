import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

const desks = [
  ['vendor', 'vendor@ajoja.test'],
  ['manager', 'manager@ajoja.test'],
  ['coordinator', 'coordinator@ajoja.test'],
  ['chief', 'chief@ajoja.test'],
] as const

for (const [area, email] of desks) {
  // Staff share their pages: a commit reads the vendor's and the chief's.
  const tag = area === 'vendor' ? [] : '@full'
  test(`the figures of the ${area} open exactly the rows they counted, and analytics says the same`, { tag }, async ({
    page,
    request,
  }) => {
    await promise(request)
    await signIn(page, email)
    const dashboard = `/${area}/dashboard`
    for (const label of ['Orders this month', 'Promised this month']) {
      // Other tests order meanwhile: both pages are read again until no order came between them.
      await expect(async () => {
        await openPage(page, dashboard)
        const figure = await figureOf(page, label)
        await page.getByRole('link', { name: label }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
        await expect(page.getByRole('status').filter({ hasText: /^[\d,]+ orders?$/ })).toHaveText(
          figure === '1' ? '1 order' : `${figure} orders`,
          { timeout: 2000 },
        )
      }).toPass()
      await expectGoodScreen(page)
    }
    await expect(async () => {
      await openPage(page, dashboard)
      const goods = await figureOf(page, 'Goods this month')
      const orders = await figureOf(page, 'Orders this month')
      await openPage(page, `/${area}/analytics`)
      const newest = page.getByRole('table', { name: 'Orders and goods by month' }).getByRole('row').nth(1)
      await expect(newest).toContainText(goods, { timeout: 2000 })
      await expect(newest.locator('[data-label="Orders"]')).toHaveText(orders, { timeout: 2000 })
    }).toPass()
    await expectGoodScreen(page)
  })
}

async function figureOf(page: Page, label: string): Promise<string> {
  const figure = page.locator('dl > div').filter({ has: page.getByRole('link', { name: label }) })
  return (await figure.locator('dd').first().textContent()) ?? ''
}

/** An unpaid order: promised, and in no figure of orders or goods. */
async function promise(request: Parameters<typeof openBuy>[0]): Promise<void> {
  const { id } = await openBuy(request)
  const buyer = await newPerson(request, { fullName: 'Promise Maker' })
  const data = { group_buy_id: id, quantity: 2 }
  await callWire(request, '/functions/v1/join-group-buy', { method: 'POST', token: buyer.session.access_token, data })
}
