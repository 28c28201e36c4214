import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { extractText, getDocumentProxy } from 'unpdf'
import { test } from '../market.ts'
import { DEMO_PASSWORD, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import type { Site } from '../sites.ts'

const VENDOR = 'vendor2@ajoja.test'

/** Effects of time: two days pass for the account, and five minutes for the sign-in. */
async function onDatabase(market: Site, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const SHOP = `(select v.id from public.vendors v join auth.users u on u.id = v.owner_id where u.email = '${VENDOR}')`

const earn = (market: Site) =>
  onDatabase(
    market,
    `select ledger.post('earned:' || o.id, jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', o.id, 'amount_kobo', 2500000),
       jsonb_build_object('kind', 'vendor_earned', 'debit', o.id, 'credit', ${SHOP}, 'amount_kobo', 2500000))) from (select gen_random_uuid() as id) o`,
  )

async function addAccount(page: Page, market: Site, number: string): Promise<void> {
  await signIn(page, VENDOR, DEMO_PASSWORD)
  // The sign-in is an old one.
  await onDatabase(market, `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'`)
  await page.goto('/vendor/payouts/account')
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'OPay' })
  await page.getByLabel('Account number').fill(number)
  await page.getByRole('button', { name: 'Check the name' }).click()
  await page.getByLabel('Current password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Check the name' }).click()
  await expect(page.getByText(`TRADER ${number.slice(-4)}`)).toBeVisible()
}

async function takeOut(page: Page, market: Site): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payouts')
  await expect(page.getByRole('region', { name: 'Next payout' })).toContainText(/new account waits 48 hours/)
  await expect(page.getByRole('region', { name: 'Withdraw money' })).toContainText(/You can take money out from/)
  await onDatabase(
    market,
    `update public.bank_accounts set since = since - interval '49 hours' where vendor_id = ${SHOP}`,
  )
  await page.goto('/vendor/payouts')
  await page.getByLabel('Amount').fill('12,500')
  await page.getByRole('button', { name: 'Take out' }).click()
  await expect(page.getByText(/^₦12,500 is on its way to your bank/)).toBeVisible()
}

/**
 * Sent by one run of the jobs, advanced by the bank and polled by later runs; the test doesn't wait for their
 * intervals.
 */
async function arrive(page: Page, market: Site): Promise<void> {
  const isNotified = async () => {
    await onDatabase(market, 'update jobs.schedules set next_run_at = now()')
    await onDatabase(market, `update public.payouts set next_try_at = now() where status = 'sent'`)
    const answer = await page.request.get('/dev/mail.json', { params: { to: VENDOR } })
    return (await answer.text()).includes('payout-arrived')
  }
  await expect.poll(isNotified).toBe(true)
}

/** The month's statement as a document, with its figures; no other vendor's. */
async function expectPaper(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Download PDF' })
  const address = (await link.getAttribute('href')) ?? ''
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const document = await getDocumentProxy(new Uint8Array(await answer.body()))
  const { text } = await extractText(document, { mergePages: true })
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /Payout to your bank, account ending in \d{4} payout-.* -₦12,500 .*Balance at the end/,
  )
  await signIn(page, 'vendor@ajoja.test', DEMO_PASSWORD)
  const others = await getDocumentProxy(new Uint8Array(await (await page.request.get(address)).body()))
  expect((await extractText(others, { mergePages: true })).text).not.toContain('-₦12,500')
}

test('a vendor names a bank account, takes money out and sees it arrive', { tag: '@full' }, async ({
  page,
  market,
}) => {
  await earn(market)
  await addAccount(page, market, '8031234560')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Yes, pay me here' }).click()
  await takeOut(page, market)
  await arrive(page, market)
  await page.goto('/vendor/payouts')
  await expect(page.getByRole('listitem').filter({ hasText: '₦12,500' })).toContainText('Arrived')
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByRole('rowheader', { name: 'Payout to your bank' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await expectPaper(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a vendor is paid out all the same', { tag: '@full' }, async ({ page, market }) => {
    await earn(market)
    await addAccount(page, market, '8031234571')
    await page.getByRole('button', { name: 'Yes, pay me here' }).click()
    await takeOut(page, market)
  })
})
