import { expect } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'

test.use({ viewport: { width: 360, height: 780 } })

test('a chief finds a payment by day, amount and reference, and downloads the list', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/payments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments')
  await expectGoodScreen(page)
  const first = page.getByRole('table', { name: 'payments', exact: true }).getByRole('link', { name: /^AJ-/ }).first()
  const reference = (await first.textContent()) ?? ''
  await page.getByLabel('Beginning of a reference').fill(reference)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(`Payments whose reference begins with ${reference}, of all days.`)).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'payments', exact: true }).getByRole('link', { name: /^AJ-/ }),
  ).toHaveCount(1)
  const csv = await page.request.get(`/chief/payments.csv?search=${reference}`)
  expect((await csv.text()).split('\n').filter((line) => line.includes(reference))).toHaveLength(1)
  await page.getByRole('link', { name: reference, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Payment ${reference}`)

  await openPage(page, '/chief/payments?status=succeeded&least=1&most=99999999')
  await expect(page.getByText('Sums of the chosen days', { exact: false })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: /^Needs attention/ }).click()
  await expect(page).toHaveURL(/status=attention/)
  await expectGoodScreen(page)
})

test('a chief opens a stuck payout, has the gateway asked, and reads what happened', { tag: '@full' }, async ({
  page,
  market,
}) => {
  const owner = new pg.Client({ connectionString: market.databaseUrl })
  await owner.connect()
  const { rows } = await owner.query(
    `select p.id, v.business_name as shop from public.payouts p join public.vendors v on v.id = p.vendor_id order by p.created_at desc limit 1`,
  )
  await owner.query('begin')
  await owner.query(`set local session_replication_role = 'replica'`)
  await owner.query(
    `update public.payouts set status = 'needs_attention', trouble = 'no_answer', next_try_at = now() + interval '1 hour' where id = $1`,
    [rows[0].id],
  )
  await owner.query('commit')
  await owner.end()
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/payouts')
  await expectGoodScreen(page)
  await page.getByRole('link', { name: /^Needs attention/ }).click()
  await expect(page.getByText('Its outcome has been unknown for a day.', { exact: false }).first()).toBeVisible()
  await expectGoodScreen(page)
  await page
    .getByRole('link', { name: `Open the payout to ${rows[0].shop}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(rows[0].shop)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText('The gateway is being asked.', { exact: false })).toBeVisible()
  await expect(page.getByText('requested the status of a payout', { exact: false })).toBeVisible()
  await expectGoodScreen(page)
})

test('a chief pauses payouts with a reason, and lets them go on', async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings/switches')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Pause payouts' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The bank reports an attack')
  await page.getByRole('button', { name: 'Pause it' }).click()
  await expect(page.getByText(/^Paused .*: The bank reports an attack$/)).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Let payouts go on' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The bank says it is over')
  await page.getByRole('dialog').getByRole('button', { name: 'Let it go on' }).click()
  await expect(page.getByText(/^Resumed .*: The bank says it is over$/)).toBeVisible()
})

test('a chief reads one mail of the log', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings/mails')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/chief\/mails\//)
  await expect(page.getByRole('heading', { name: 'Text as sent' })).toBeVisible()
  await expectGoodScreen(page)
})
