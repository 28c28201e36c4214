import { type APIRequestContext, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { openPage } from '../open-page.ts'
import { giveSession, newestMail, newPerson, type Person, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'
import type { Site } from '../sites.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

type Member = Person & { orderId: string }

async function joinAs(request: APIRequestContext, fullName: string, buyId: string): Promise<Member> {
  const person = await newPerson(request, { fullName })
  const { body } = await callWire<{ order: { id: string } }>(request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: person.session.access_token,
    data: { group_buy_id: buyId, quantity: 1 },
  })
  return { ...person, orderId: body.order.id }
}

/** Ends the vote, and runs the job that decides it. */
async function letVoteEnd(market: Site, buyId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: market.databaseUrl })
  await owner.connect()
  try {
    await owner.query(`begin; set local session_replication_role = 'replica'`)
    await owner.query(
      `update public.price_rises set ends_at = asked_at + interval '1 millisecond' where group_buy_id = $1`,
      [buyId],
    )
    await owner.query('commit')
    await owner.query(`select jobs.enqueue('advance-group-buys')`)
    const status = async () =>
      (await owner.query('select status from public.price_rises where group_buy_id = $1', [buyId])).rows[0]?.status
    await expect.poll(status, { intervals: [100, 250, 500], timeout: 30_000 }).toBe('decided')
  } finally {
    await owner.end()
  }
}

async function pay(page: Page, { session, orderId }: Member): Promise<void> {
  await giveSession(page, session)
  await page.goto(`/account/pay?order=${orderId}`)
  await payAtGateway(page)
}

test('a shop asks for a higher price: one pays the difference, one leaves, one does not answer', async ({
  page,
  market,
}) => {
  test.setTimeout(120_000)
  const buy = await openBuy(page.request)
  const staying = await joinAs(page.request, 'Amaka Stays', buy.id)
  const leaving = await joinAs(page.request, 'Bisi Leaves', buy.id)
  const silent = await joinAs(page.request, 'Chidi Silent', buy.id)
  await pay(page, staying)
  await pay(page, leaving)

  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/${buy.id}`)
  await page.getByRole('link', { name: 'Ask for a higher price' }).click()
  await expect(page.getByText('At most ₦16,000.')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel('More for each bag').fill('1000')
  await page.getByLabel('Reason').fill('The mill raised its price this week.')
  await page.getByRole('button', { name: 'See what it means' }).click()
  await expect(page.getByText('₦76,000, then ₦77,000').first()).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Ask them' }).click()
  await expect(page.getByText(/^3 people are told now/)).toBeVisible()
  await expect(page.locator('dl > div').filter({ hasText: 'Have not answered' })).toContainText('3')
  await expectGoodOnPhoneAndDesk(page)

  // The desk leads to the question; a paid order pays the difference.
  expect((await newestMail(page.request, staying.email, 'price-rise-requested')).text).toContain('The mill raised')
  await giveSession(page, staying.session)
  await page.goto('/account/orders/price')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Do you stay at the new price?')
  await expect(page.locator('dl > div').filter({ hasText: 'More for your order' })).toContainText('₦1,025')
  await expectGoodOnPhoneAndDesk(page)
  await payAtGateway(page)
  await expect(page.getByText(/^More for the new price: /)).toBeVisible()
  await page.goto(`/account/orders/${staying.orderId}`)
  await expect(page.getByText('You stay at the new price')).toBeVisible()

  // The page of the buy asks too, and leaving is free.
  await giveSession(page, leaving.session)
  await openPage(page, `/group-buys/${buy.id}`)
  await expect(page.getByText('The shop asks for a higher price')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stay, and pay ₦1,025' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Leave, with everything back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You left this group buy. Your money is on its way back to you.')).toBeVisible()

  await giveSession(page, silent.session)
  await openPage(page, `/account/orders/${silent.orderId}`)
  await expect(page.getByRole('button', { name: 'Stay for ₦1,025 more' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await letVoteEnd(market, buy.id)
  await page.reload()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  expect((await newestMail(page.request, silent.email, 'price-rise-left')).subject).toContain(buy.name)
  await giveSession(page, staying.session)
  await page.goto(`/account/orders/${staying.orderId}/price`)
  await expect(page.getByText('The new price applies: you pay at most ₦77,000 each.')).toBeVisible()
  await signIn(page, 'vendor@ajoja.test')
  await page.goto(`/vendor/products/buys/${buy.id}/price`)
  await expect(page.locator('dl > div').filter({ hasText: /^Stay/ })).toContainText('1')
  await expectGoodOnPhoneAndDesk(page)
  await signIn(page, 'manager@ajoja.test')
  await page.goto(`/manager/buys/${buy.id}`)
  await expect(page.getByRole('heading', { name: 'Higher price' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an unpaid order stays with one press', async ({ page }) => {
    const buy = await openBuy(page.request)
    const one = await joinAs(page.request, 'Dayo Plain', buy.id)
    await callWire(page.request, '/functions/v1/ask-higher-price', {
      method: 'POST',
      token: buy.vendorToken,
      data: { group_buy_id: buy.id, rise_naira: 1000, reason: 'The mill raised its price.' },
    })
    await giveSession(page, one.session)
    await page.goto(`/group-buys/${buy.id}`)
    await page.getByRole('button', { name: 'Stay for ₦1,025 more' }).click()
    await expect(page.getByText('You stay at the new price. Pay for your order as usual.')).toBeVisible()
    await page.goto(`/account/pay?order=${one.orderId}`)
    await expect(page.getByText('₦78,925').first()).toBeVisible()
  })
})
