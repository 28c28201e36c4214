import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newestMail, newPerson } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import type { Site } from '../sites.ts'
import { callWire } from '../table-calls.ts'

const ONE_DAY = /^1 day left to pay: Journey rice/

/** Moves the payment's due time to this many hours from now, then runs the jobs that send reminders. */
async function clockAt(market: Site, { buyId, hours }: { buyId: string; hours: number }): Promise<void> {
  const owner = new pg.Client({ connectionString: market.databaseUrl })
  await owner.connect()
  try {
    await owner.query(`begin; set local session_replication_role = 'replica'`)
    await owner.query(
      `update public.group_buys set payment_due_at = now() + make_interval(hours => $2), end_date = now() - interval '1 day' where id = $1`,
      [buyId, hours],
    )
    await owner.query(`update public.orders set created_at = now() - interval '9 days' where group_buy_id = $1`, [
      buyId,
    ])
    await owner.query('commit')
    const { rows } = await owner.query(`select jobs.enqueue('remind-of-payments') as id`)
    const job = async () => (await owner.query('select from jobs.queue where id = $1', [rows[0].id])).rowCount
    await expect.poll(job, { intervals: [50, 100, 250] }).toBe(0)
  } finally {
    await owner.end()
  }
}

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

test('a buyer is reminded, opens the notice, pays, and is not reminded again', async ({ page, market }) => {
  const buy = await openBuy(page.request)
  const { session, email } = await newPerson(page)
  await page.goto('/account/notices')
  await expect(page.getByText('No notices yet.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
  await callWire(page.request, '/functions/v1/join-group-buy', {
    method: 'POST',
    token: session.access_token,
    data: { group_buy_id: buy.id, quantity: 1 },
  })
  // The open page is updated.
  await expect(page.getByRole('button', { name: `You have joined: ${buy.name}` })).toBeVisible()
  await expect(bell(page, 'Notices, 1 new')).toBeVisible()

  await clockAt(market, { buyId: buy.id, hours: 23 })
  await expect(bell(page, 'Notices, 2 new')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  expect((await newestMail(page.request, email, 'payment-reminder')).subject).toMatch(ONE_DAY)
  await page.getByRole('button', { name: ONE_DAY }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
  await expect(bell(page, 'Notices, 1 new')).toBeVisible()
  await payAtGateway(page)

  await clockAt(market, { buyId: buy.id, hours: 2 })
  await page.goto('/account/notices')
  await expect(page.getByRole('button', { name: /^Paid: / })).toBeVisible()
  await expect(page.getByRole('button', { name: /left to pay/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page, 'Notices')).toBeVisible()
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('notices are opened and marked all the same', async ({ page }) => {
    const buy = await openBuy(page.request)
    const { session } = await newPerson(page)
    await callWire(page.request, '/functions/v1/join-group-buy', {
      method: 'POST',
      token: session.access_token,
      data: { group_buy_id: buy.id, quantity: 1 },
    })
    await page.goto('/account/orders')
    await bell(page, 'Notices, 1 new').click()
    await page.getByRole('button', { name: `You have joined: ${buy.name}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
    await expect(bell(page, 'Notices')).toBeVisible()
  })
})
