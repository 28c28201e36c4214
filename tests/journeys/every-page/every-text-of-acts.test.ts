import { type APIRequestContext, expect } from '@playwright/test'
import { test } from '../market.ts'
import { type OpenedBuy, openBuy } from '../open-buy.ts'
import { giveSession, newPerson } from '../people.ts'
import { callWire } from '../table-calls.ts'

// Texts of sections 5 and 8 that are shown after an action and in no other journey.

test('a vendor without a shop reads Vendor profile not found wherever one would sell', async ({ page }) => {
  await newPerson(page, { role: 'vendor' })
  for (const path of [
    '/vendor/products',
    '/vendor/products/new',
    '/vendor/products/buys',
    '/vendor/products/buys/new',
  ]) {
    await page.goto(path)
    await expect(page.getByText('Vendor profile not found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Register your shop' }).first()).toBeVisible()
  }
})

test.describe('without scripts, so that the page is not notified of the end of the buy', () => {
  test.use({ javaScriptEnabled: false })

  test('a buy that ended meanwhile is no longer active', async ({ page }) => {
    const buy = await openBuy(page.request)
    const { session } = await newPerson(page.request)
    await giveSession(page, session)
    for (const path of [`/group-buys/${buy.id}`, `/group-buys?search=${encodeURIComponent(buy.name)}`]) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: `Join the group buy of ${buy.name}` })).toBeVisible()
    }
    await endBuy(page.request, buy)
    await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
    await expect(page.getByText('This group buy is no longer active')).toBeVisible()
  })
})

test('a refusal is shown on the card with scripts, too', async ({ page, context }) => {
  const buy = await openBuy(page.request)
  await newPerson(page)
  // The page is not notified of the end.
  await context.routeWebSocket(/realtime/, () => {})
  await page.goto(`/group-buys?search=${encodeURIComponent(buy.name)}`)
  const join = page.getByRole('button', { name: `Join the group buy of ${buy.name}` })
  await expect(join).toBeVisible()
  await endBuy(page.request, buy)
  await join.click()
  await expect(page.getByText('This group buy is no longer active')).toBeVisible()
})

test('signed out, a card offers signing in, not joining', async ({ page }) => {
  const buy = await openBuy(page.request)
  await page.goto(`/group-buys?search=${encodeURIComponent(buy.name)}`)
  await expect(page.getByRole('link', { name: 'Sign in to join' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Join/ })).toHaveCount(0)
})

async function endBuy(request: APIRequestContext, { id, vendorToken }: OpenedBuy): Promise<void> {
  const data = { group_buy_id: id, reason: 'The lorry broke down' }
  await callWire(request, '/functions/v1/cancel-group-buy', { method: 'POST', token: vendorToken, data })
}
