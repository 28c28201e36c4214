import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { goToGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import { callWire } from '../table-calls.ts'

interface Joined {
  buy: { id: string; name: string }
  orderId: string
}

async function join(page: Page, quantity = 1, into?: Joined['buy']): Promise<Joined> {
  const buy = into ?? (await openBuy(page.request))
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
  await page
    .getByRole('link', { name: /^Pay ₦/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
  await goToGateway(page)
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
  await expect(page.getByText(/^You have paid, and we hold your money\./)).toBeVisible()
  await page.getByRole('button', { name: 'Leave this group buy' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('₦155,800 comes back to you')
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You left this group buy. Your money is on its way back to you.')).toBeVisible()

  // The order, the payments and the wallet say the same: how much is coming, and by when.
  await page.setViewportSize({ width: 360, height: 740 })
  // Or back already, if the job of refunds was faster than this page.
  const coming = /Came back to where you paid from|On its way back, by (Mon|Tues|Wednes|Thurs|Fri)day, \d+ [A-Z][a-z]+/
  await expect(page.locator('dl > div').filter({ hasText: coming })).toContainText('₦155,800')
  // The refund changes the order, whose page is then loaded again: what the press did stays on it.
  await expect(page.getByText('You have been refunded.')).toBeVisible()
  await expect(page.getByText('You left this group buy. Your money is on its way back to you.')).toBeVisible()
  for (const path of ['/account/payments', '/account/wallet']) {
    await page.goto(path)
    const back = page.getByRole('region', { name: 'Money back' })
    await expect(back.locator('dl').first()).toContainText(coming)
    await expect(back.locator('dl').first()).toContainText('₦155,800')
    // Only parts on their way are named.
    if (await back.getByText('On its way back').count())
      await expect(back.getByRole('link', { name: /order \d+/ })).toHaveAttribute('href', `/account/orders/${orderId}`)
    await expectGoodOnPhoneAndDesk(page)
  }
})

test('a payment that is declined can be tried again', { tag: '@full' }, async ({ page }) => {
  const { orderId } = await join(page)
  await toGateway(page, orderId)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not paid')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
})

test('a payment whose tab was closed is booked all the same', { tag: '@full' }, async ({ page }) => {
  const { orderId } = await join(page)
  await toGateway(page, orderId)
  await page.getByRole('button', { name: 'Pay and close the tab' }).click()
  await expect(page.getByText('You may close this tab')).toBeVisible()
  await page.goto(`/account/orders/${orderId}`)
  await expect(page.getByText(/^You have paid, and we hold your money\./)).toBeVisible()
})

test('an underpayment is refunded automatically, and the page says so', { tag: '@full' }, async ({ page }) => {
  const { orderId } = await join(page)
  await toGateway(page, orderId)
  await page.getByRole('button', { name: 'Pay ₦100 too little' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your money is on its way back')
  await expect(page.getByRole('heading', { name: 'Money coming back to you' })).toBeVisible()
  await expect(
    page.getByText(/On its way back, by (Mon|Tues|Wednes|Thurs|Fri)day, \d+ [A-Z][a-z]+/).first(),
  ).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})

async function pay(page: Page, orderId: string): Promise<void> {
  await toGateway(page, orderId)
  await page.getByRole('button', { name: /^Pay ₦[\d,]+$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid')
}

/** Moves the dates of a buy into the past. */
const PASS_TIME = `update public.group_buys set end_date = now() - make_interval(hours => $2), payment_due_at = now() - make_interval(hours => $2),
  starts_at = now() - interval '20 days', min_participants = $3 where id = $1`

async function letTimePass(
  client: pg.Client,
  buyId: string,
  request: { hours: number; minimum: number },
): Promise<void> {
  await client.query(`begin; set local session_replication_role = 'replica'`)
  await client.query(PASS_TIME, [buyId, request.hours, request.minimum])
  await client.query(`update public.orders set created_at = now() - interval '19 days' where group_buy_id = $1`, [
    buyId,
  ])
  await client.query('commit')
}

test('a buy fails and shows its refunds done; another’s price falls, and the difference is back', {
  tag: '@full',
}, async ({ page, market }) => {
  test.setTimeout(300_000)
  const failing = await join(page)
  await pay(page, failing.orderId)
  await pay(page, (await join(page, 1, failing.buy)).orderId)
  const falling = await openBuy(page.request)
  let last = ''
  for (let person = 0; person < 4; person += 1) {
    last = (await join(page, 1, falling)).orderId
    await pay(page, last)
  }
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  try {
    await letTimePass(client, failing.buy.id, { hours: 13, minimum: 3 })
    await letTimePass(client, falling.id, { hours: 1, minimum: 2 })
    const refundsDone = async () => {
      await client.query(`update public.refunds set next_try_at = now() where status in ('requested', 'sent')`)
      await page.goto(`/group-buys/${failing.buy.id}/sheet`)
      return page.getByText('2 of 2 refunds done').count()
    }
    await expect.poll(refundsDone, { timeout: 200_000, intervals: [2_000] }).toBe(1)
  } finally {
    await client.end()
  }
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: failing.buy.name }).click()
  await expect(page.getByText('2 of 2 refunds done.')).toBeVisible()

  await page.goto(`/account/orders/${last}`)
  const step = page.getByRole('listitem').filter({ hasText: 'Final price: ₦72,000 a bag' })
  await expect(step).toContainText('₦4,100 came back to you as PEPS, at once')
  await page.goto(`/group-buys/${falling.id}`)
  await page.getByRole('link', { name: 'Settlement sheet' }).click()
  await expect(page.getByText('It adds up to the kobo')).toBeVisible()
  await expect(page.getByText('₦16,400', { exact: true })).toBeVisible()
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
