import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import type { Site } from '../sites.ts'

/** Publishes a group buy of beans that come in bags of 20 paint buckets; returns its id. */
async function publish(page: Page): Promise<string> {
  const product = await openProduct(page.request, { unit: 'paint bucket', price: 8000, maxQuantity: 30 })
  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/new?product=${product.id}`)
  await page.getByLabel('Target quantity').fill('50')
  await page
    .getByLabel('Window closes')
    .fill(`${new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)}T17:00`)
  await page.getByLabel('Minimum participants').fill('2')
  await page.getByRole('combobox', { name: 'Pack (optional)' }).fill('bag')
  await page.getByLabel('Units in a pack').fill('20')
  await page.getByRole('button', { name: 'Publish group buy' }).click()
  await expect(page.getByText('The target must be whole packs: 40 or 60.').first()).toBeVisible()
  await page.getByLabel('Target quantity').fill('40')
  await page.getByRole('button', { name: 'Publish group buy' }).click()
  await expect(page.getByText('The group buy is open. Buyers see it now.')).toBeVisible()
  await page.getByRole('link', { name: product.name }).click()
  await page.waitForURL(/\/vendor\/products\/buys\/[0-9a-f-]{36}$/)
  await expect(page.getByText('bag of 20 paint buckets')).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}

/** Joins from the buy's page, which shows the way to pay. */
async function join(page: Page, buyId: string, { quantity, upTo }: { quantity: number; upTo?: number }): Promise<void> {
  await openPage(page, `/group-buys/${buyId}`)
  await page.getByRole('spinbutton', { name: /^Quantity of/ }).fill(String(quantity))
  if (upTo) await page.getByLabel('Take up to').fill(String(upTo))
  await page
    .getByRole('button', { name: /^Join the group buy/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: /^Pay ₦/ }).first()).toBeVisible()
}

async function withDatabase(market: Site, sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  await client.query(`begin; set local session_replication_role = 'replica'`)
  await client.query(sql, values)
  await client.query('commit')
  await client.end()
}

test('a vendor sells by the bag; the last one is filled in the top-up time, and each buyer sees their part', {
  tag: '@full',
}, async ({ page, market }) => {
  test.setTimeout(240_000)
  const buyId = await publish(page)
  const ada = await newPerson(page, { fullName: 'Ada Bag' })
  await join(page, buyId, { quantity: 12, upTo: 13 })
  await openPage(
    page,
    (await page
      .getByRole('link', { name: /^Pay ₦/ })
      .first()
      .getAttribute('href')) ?? '',
  )
  await expect(page.getByText('You want 12 and would take up to 13 paint buckets.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await payAtGateway(page)

  await newPerson(page, { fullName: 'Bisi Bucket' })
  await openPage(page, `/group-buys/${buyId}`)
  await expect(page.getByText('The first bag lacks 7 paint buckets.').first()).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await join(page, buyId, { quantity: 4 })

  await withDatabase(market, `update public.group_buys set end_date = now() - interval '1 second' where id = $1`, [
    buyId,
  ])
  await expect(async () => {
    await openPage(page, `/group-buys/${buyId}`)
    await expect(
      page.getByText(/^The window is over\. Until .* only what fills the last bag can be taken\.$/),
    ).toBeVisible()
  }).toPass({ timeout: 60_000 })
  await expectGoodOnPhoneAndDesk(page)
  await page.getByText('Take more').click()
  await page.getByRole('spinbutton', { name: /^Quantity of/ }).fill('3')
  await page.getByRole('button', { name: /^Add to your order/ }).click()
  await expect(page.getByText('Full: 1 bag.').first()).toBeVisible()
  await openPage(
    page,
    (await page
      .getByRole('link', { name: /^Pay ₦/ })
      .first()
      .getAttribute('href')) ?? '',
  )
  await payAtGateway(page)

  await withDatabase(
    market,
    `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 hour' where id = $1`,
    [buyId],
  )
  const seesPart = async (text: string) => {
    await openPage(page, '/account/orders')
    await page
      .getByRole('link', { name: /^Journey rice/ })
      .first()
      .click()
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(() => seesPart('You get 7 paint buckets, as you wanted.')).toPass({ timeout: 90_000 })
  await expectGoodOnPhoneAndDesk(page)
  await signIn(page, ada.email, ada.password)
  await seesPart('You wanted 12 paint buckets and would take up to 13. You get 13, because that fills a bag.')

  await signIn(page, 'vendor@ajoja.test')
  await openPage(page, `/vendor/products/buys/${buyId}`)
  await expect(page.getByText('1 bag of 20', { exact: true })).toBeVisible()
  await openPage(page, `/vendor/orders/print/${buyId}`)
  await expect(page.getByText('20 paint buckets (1 bag of 20) for 2 paid orders')).toBeVisible()
})

test('a buyer who is in takes up to more, and a refusal without scripts keeps what was typed', {
  tag: '@full',
}, async ({ page, browser, market }) => {
  const buyId = await publish(page)
  const ada = await newPerson(page, { fullName: 'Ada Bag' })
  await join(page, buyId, { quantity: 2, upTo: 3 })
  await openPage(page, `/group-buys/${buyId}`)
  const upTo = page.getByLabel('Take up to')
  await expect(upTo).toBeHidden()
  await page.getByText('Take more').click()
  await page.getByRole('spinbutton', { name: /^Quantity of/ }).fill('1')
  await upTo.fill('4')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: /^Add to your order/ }).click()
  await expect(page.getByText(/^7 paint buckets, order \d+$/).first()).toBeVisible()

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: market.origin })
  const plain = await context.newPage()
  await signIn(plain, ada.email, ada.password)
  await plain.goto(`/group-buys/${buyId}`)
  await plain.getByText('Take more').click()
  await plain.getByRole('spinbutton', { name: /^Quantity of/ }).fill('3')
  await plain.getByLabel('Take up to').fill('2')
  await plain.getByRole('button', { name: /^Add to your order/ }).click()
  await expect(plain.getByRole('alert').first()).toBeVisible()
  await expect(plain.getByLabel('Take up to')).toHaveValue('2')
  await expect(plain.getByLabel('Take up to')).toBeVisible()
  await context.close()
})
