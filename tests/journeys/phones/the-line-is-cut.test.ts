import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, signIn } from '../people.ts'
import { callWire } from '../table-calls.ts'

// A page that lost its websocket shows the missed changes as soon as it is back.

test.setTimeout(90_000)

test('a cancelled buy is shown once the websocket is back, whether it was cut or never connected', async ({ page }) => {
  const line = await lineOf(page)
  const buy = await openBuy(page.request)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  await line.cut()
  await expect(page.locator('html')).not.toHaveAttribute('data-live')
  await cancel(page, buy)
  line.mend()
  await expect(page.getByText('This group buy was cancelled: The lorry broke down')).toBeVisible()

  const second = await openBuy(page.request)
  await line.cut()
  await page.goto(`/group-buys/${second.id}`)
  await expect.poll(() => line.refused()).toBeGreaterThan(0)
  await cancel(page, second)
  line.mend()
  await expect(page.getByText('This group buy was cancelled: The lorry broke down')).toBeVisible()
})

for (const opened of [true, false])
  test(`back after a while without a network, the page is up to date: line ${opened ? 'open' : 'not yet open'} before`, {
    tag: opened ? [] : '@full',
  }, async ({ page, context }) => {
    const buy = await openBuy(page.request)
    await page.goto(`/group-buys/${buy.id}`)
    if (opened) await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
    // Long enough for the backoff of the attempts to grow.
    await context.setOffline(true)
    await page.waitForTimeout(9_000)
    await cancel(page, buy)
    await context.setOffline(false)
    await expect(page.getByText('This group buy was cancelled: The lorry broke down')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  })

test('data read without a websocket is not overwritten by earlier changes', async ({ page }) => {
  const line = await lineOf(page)
  const buy = await openBuy(page.request)
  const other = await newPerson(page.request)
  await newPerson(page)
  await page.goto(`/group-buys/${buy.id}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  await join(page, buy.id, other.session.access_token)
  await expect(page.getByText('0 paid, 1 promised')).toBeVisible()
  await line.cut()
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByText('0 paid, 2 promised')).toBeVisible()
})

test("a vendor's list shows the order that came while the websocket was cut", async ({ page }) => {
  const line = await lineOf(page)
  const buy = await openBuy(page.request)
  const { session } = await newPerson(page.request)
  await signIn(page, 'vendor@ajoja.test')
  await page.goto(`/vendor/orders?buy=${buy.id}`)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  await line.cut()
  await join(page, buy.id, session.access_token)
  await expect(page.getByRole('row').filter({ hasText: buy.name })).toHaveCount(0)
  line.mend()
  await expect(page.getByRole('row').filter({ hasText: buy.name })).toHaveCount(1)
})

async function cancel(page: Page, { id, vendorToken }: { id: string; vendorToken: string }): Promise<void> {
  const data = { group_buy_id: id, reason: 'The lorry broke down' }
  const url = '/functions/v1/cancel-group-buy'
  expect((await callWire(page.request, url, { method: 'POST', token: vendorToken, data })).status).toBe(200)
}

async function join(page: Page, id: string, token: string): Promise<void> {
  const data = { group_buy_id: id, quantity: 1 }
  expect((await callWire(page.request, '/functions/v1/join-group-buy', { method: 'POST', token, data })).status).toBe(
    200,
  )
}

/** The page's websocket, which can be cut and restored; all other calls go through. */
async function lineOf(page: Page) {
  const open = new Set<{ close(): Promise<void> }>()
  let isCut = false
  let refused = 0
  await page.routeWebSocket(/realtime\/v1\/websocket/, (socket) => {
    if (isCut) {
      refused++
      return void socket.close()
    }
    socket.connectToServer()
    open.add(socket)
  })
  return {
    refused: () => refused,
    async cut() {
      isCut = true
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    mend() {
      isCut = false
    },
  }
}
