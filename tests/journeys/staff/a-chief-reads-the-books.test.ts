import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

/** Yesterday money was withdrawn at the gateway's dashboard and not booked. */
async function payAtTheDesk(databaseUrl: string): Promise<string> {
  const reference = `DESK-${crypto.randomUUID().slice(0, 8)}`
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into local_gateway.payments (reference, requested_kobo, paid_kobo, email, return_url, cancel_url, status, paid_at, created_at)
       values ($1, 1250000, 1250000, 'desk@ajoja.test', 'http://localhost/', 'http://localhost/', 'success', now() - interval '1 day', now() - interval '1 day')`,
      [reference],
    )
    return reference
  } finally {
    await client.end()
  }
}

type Look = (page: Page) => Promise<void>

/** The checks of a screen need scripts. */
const noLook: Look = async () => undefined

async function followAnOrder(page: Page, look: Look): Promise<void> {
  await page.goto('/chief/ledger')
  await expect(page.getByRole('row', { name: 'Held for buyers' })).toContainText('₦')
  await look(page)
  await page.getByRole('link', { name: 'Held for buyers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Held for buyers')
  await look(page)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/)
  await expect(page.getByRole('row', { name: /Paid by the buyer/ }).first()).toBeVisible()
  await look(page)
  await page.getByRole('table').getByRole('link', { name: /^\d+$/ }).first().click()
  await expect(page.getByText('Debit: The gateway owes us').first()).toBeVisible()
  await look(page)
  await page.getByRole('link', { name: 'Its payment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Payment AJ-/)
}

async function resolve(page: Page, reference: string, look: Look): Promise<void> {
  await page.goto('/chief/ledger/checks')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The check has started.')).toBeVisible()
  const item = page.getByRole('listitem').filter({ hasText: reference })
  await expect(async () => {
    await page.goto('/chief/ledger/differences')
    await expect(item).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(item).toContainText('Missing in our ledger')
  await expect(item).toContainText('₦12,500, done')
  await look(page)
  await item.getByText('Record how it was resolved').click()
  await item
    .getByLabel('How it was resolved', { exact: true })
    .fill('Sold at the desk for the school fair; booked by hand.')
  await item.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The ledger is unchanged.')).toBeVisible()
  await expect(item).toHaveCount(0)
  await page.goto('/chief/ledger/differences?state=resolved')
  await expect(item).toContainText('Sold at the desk for the school fair; booked by hand.')
  await expect(async () => {
    await page.goto('/chief/ledger/checks')
    await expect(page.getByText(/Requested by/).first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await look(page)
}

test('a chief follows an order’s money, sees a difference, and notes what became of it', { tag: '@full' }, async ({
  page,
  market,
}) => {
  const reference = await payAtTheDesk(market.databaseUrl)
  await signIn(page, 'chief@ajoja.test')
  await followAnOrder(page, expectGoodOnPhoneAndDesk)
  const csv = await page.request.get('/chief/ledger/accounts.csv?kind=escrow')
  expect((await csv.text()).split('\r\n')[0]).toContain('Balance (NGN)')
  await resolve(page, reference, expectGoodOnPhoneAndDesk)
})

test.describe('without scripts', { tag: '@full' }, () => {
  test.use({ javaScriptEnabled: false })

  test('the books can be read and a difference noted', async ({ page, market }) => {
    const reference = await payAtTheDesk(market.databaseUrl)
    await signIn(page, 'chief@ajoja.test')
    await followAnOrder(page, noLook)
    await resolve(page, reference, noLook)
  })
})

test.describe('in the dark', { tag: '@full' }, () => {
  test.use({ colorScheme: 'dark' })

  test('the books can be read', async ({ page }) => {
    await signIn(page, 'chief@ajoja.test')
    for (const path of ['', '/accounts?kind=refund_due&money=all', '/differences', '/checks']) {
      await page.goto(`/chief/ledger${path}`)
      await expectGoodOnPhoneAndDesk(page)
    }
  })
})

test('only the chief can open the books', async ({ page }) => {
  await signIn(page, 'coordinator@ajoja.test')
  for (const path of ['', '/accounts.csv?kind=escrow', '/differences', '/checks']) {
    const answer = await page.request.get(`/chief/ledger${path}`, { maxRedirects: 0 })
    expect([path, answer.status()]).not.toEqual([path, 200])
  }
})
