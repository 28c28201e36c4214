import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { DEMO_PASSWORD, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import type { Site } from '../sites.ts'

async function query<Row extends pg.QueryResultRow>(market: Site, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(sql, values)
  await client.end()
  return rows
}

interface OpenClaim {
  id: string
  buyer: string
  shop: string
}

const openClaims = (market: Site) =>
  query<OpenClaim>(
    market,
    `select c.id, b.email as buyer, s.email as shop from public.claims c join auth.users b on b.id = c.buyer_id join public.vendors v on v.id = c.vendor_id
     join auth.users s on s.id = v.owner_id where c.status = 'open' and c.answer_by > now() and c.preferred_outcome = 'refund' order by c.claim_no desc`,
  )

/** The shop offers ₦150 of the claimed goods. */
async function offerPart(page: Page, { id, shop }: OpenClaim): Promise<void> {
  await signIn(page, shop, DEMO_PASSWORD)
  await page.goto(`/vendor/claims/${id}`)
  await expect(page.getByRole('heading', { name: 'Proof of hand-over' })).toBeVisible()
  await expect(page.locator('input[name=answer]:checked')).toHaveCount(0)
  await page.getByLabel('Your message').fill('Half of it was fine, and we share the rest.')
  await page.getByRole('button', { name: 'See the summary' }).click()
  await expect(page.getByText('Choose one of the answers.').first()).toBeVisible()
  await page.getByLabel('Offer a part of the money').check()
  await page.getByLabel('Amount of goods').fill('99999999')
  await page.getByRole('button', { name: 'See the summary' }).click()
  await expect(page.getByText('An offer is above zero and below what was claimed.').first()).toBeVisible()
  await page.getByLabel('Amount of goods').fill('150')
  await expect(page.getByLabel('Offer a part of the money')).toBeChecked()
  await page.getByRole('button', { name: 'See the summary' }).click()
  await expect(page.getByText('You earn less by')).toBeVisible()
}

test('a vendor chooses an answer with its cost beside it; the buyer accepts the offered part', async ({
  page,
  market,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const [claim] = await openClaims(market)
  if (!claim) throw new Error('The demo market has no open claim')
  await signIn(page, claim.shop, DEMO_PASSWORD)
  await page.goto(`/vendor/claims/${claim.id}`)
  await expect(page.getByText(/of goods comes back to the buyer at once/)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await offerPart(page, claim)
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Amount of goods')).toHaveValue('150')
  await page.getByRole('button', { name: 'See the summary' }).click()
  await page.getByRole('button', { name: 'Send this answer' }).click()
  await expect(page.getByText('Your offer is sent. The buyer has been told.')).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)

  await signIn(page, claim.buyer, DEMO_PASSWORD)
  await page.goto(`/account/claims/${claim.id}`)
  await expect(page.getByRole('heading', { name: 'The vendor’s offer' })).toBeVisible()
  await expect(page.locator('input[name=answer]:checked')).toHaveCount(0)
  await expectGoodOnPhoneAndDesk(page)
  await page.getByLabel('I accept the offer').check()
  await page.getByRole('button', { name: 'Send my answer' }).click()
  await expect(page.getByText('You have accepted the offer.', { exact: true })).toBeVisible()
  await expect
    .poll(async () => {
      await query(market, 'update jobs.schedules set next_run_at = now()')
      return query(
        market,
        `select p.goods_kobo::integer as goods, p.payer from public.claims c join public.partial_refunds p on p.id = c.partial_refund_id where c.id = $1`,
        [claim.id],
      )
    })
    .toEqual([{ goods: 15_000, payer: 'vendor' }])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('another buyer declines, and staff see the offer', async ({ page, market }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    const claim = (await openClaims(market)).at(-1)
    if (!claim) throw new Error('The demo market has no open claim')
    await offerPart(page, claim)
    await page.getByRole('button', { name: 'Send this answer' }).click()
    await expect(page.getByText('Your offer is sent. The buyer has been told.')).toBeVisible()
    await signIn(page, claim.buyer, DEMO_PASSWORD)
    await page.goto(`/account/claims/${claim.id}`)
    await page.getByRole('button', { name: 'Send my answer' }).click()
    await expect(page.getByText('Choose whether you accept the offer.').first()).toBeVisible()
    await page.getByLabel('I decline it').check()
    await page.getByLabel('A message to the vendor').fill('It is worth more than that.')
    await page.getByRole('button', { name: 'Send my answer' }).click()
    await expect(page.getByText('You have declined the offer. Our staff look at both sides.')).toBeVisible()
    await signIn(page, 'coordinator@ajoja.test', DEMO_PASSWORD)
    await page.goto(`/coordinator/claims/${claim.id}`)
    await expect(page.getByText('Offered by the vendor')).toBeVisible()
    await expect(page.getByText('It is worth more than that.')).toBeVisible()
  })
})
