import { type APIRequestContext, expect, type Route } from '@playwright/test'
import { test } from '../market.ts'
import { type OpenedBuy, openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { callWire } from '../table-calls.ts'

const CANCELLED = 'This group buy was cancelled: The lorry broke down'

test('a page whose channel could not be loaded shows later changes', async ({ page, context }) => {
  const buy = await openBuy(page.request)
  await openPage(page, `/group-buys/${buy.id}`)
  // The failed request ends only after the connection is back, so no further `online` event follows.
  const requested: Route[] = []
  let isBack = false
  await page.route('**/assets/*.js', (route) => (isBack ? route.continue() : void requested.push(route)))
  await expect.poll(() => requested.length).toBeGreaterThan(0)
  await context.setOffline(true)
  await context.setOffline(false)
  isBack = true
  for (const route of requested) await route.abort('internetdisconnected')
  await cancel(page.request, buy)
  await expect(page.getByText(CANCELLED)).toBeVisible()
})

test('a page whose connection is cut shows the missed changes', async ({ page }) => {
  const buy = await openBuy(page.request)
  let cutOff = false
  const cuts: (() => Promise<void>)[] = []
  await page.routeWebSocket(/realtime\/v1\/websocket/, async (socket) => {
    if (cutOff) return void (await socket.close({ code: 1011, reason: 'cut' }))
    socket.connectToServer()
    cuts.push(() => socket.close({ code: 1011, reason: 'cut' }))
  })
  await openPage(page, `/group-buys/${buy.id}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  cutOff = true
  for (const cut of cuts) await cut()
  await expect(page.locator('html')).not.toHaveAttribute('data-live')
  await cancel(page.request, buy)
  cutOff = false
  await expect(page.getByText(CANCELLED)).toBeVisible()
})

test('a page without a connection shows the missed changes once it is back', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const buy = await openBuy(page.request)
  await openPage(page, `/group-buys/${buy.id}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  // The connection stays open but delivers nothing, as when a phone changes its network.
  await context.setOffline(true)
  await cancel(page.request, buy)
  await context.setOffline(false)
  await expect(page.getByText(CANCELLED)).toBeVisible()
})

async function cancel(request: APIRequestContext, { id, vendorToken }: OpenedBuy): Promise<void> {
  const data = { group_buy_id: id, reason: 'The lorry broke down' }
  const answer = await callWire(request, '/functions/v1/cancel-group-buy', { method: 'POST', token: vendorToken, data })
  expect(answer.status).toBe(200)
}
