import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { extractText, getDocumentProxy } from 'unpdf'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'
import type { Site } from '../sites.ts'

const toKobo = (text: string | null) =>
  Math.round(Number((text ?? '').replace(/[^\d.−-]/g, '').replace('−', '-')) * 100)

/** The amount of a fact of the page, in kobo. */
async function factKobo(page: Page, label: string): Promise<number> {
  const fact = page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
  // A date may follow the amount.
  return toKobo(await fact.locator('dd').evaluate((value) => value.firstChild?.textContent ?? ''))
}

async function query<Row extends pg.QueryResultRow>(market: Site, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: market.databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows
}

const shopOf = (email: string) =>
  `(select v.id from public.vendors v join auth.users u on u.id = v.owner_id where u.email = '${email}')`

test('a vendor reads what the shop gets, and why an order is not in the next payout', { tag: '@full' }, async ({
  page,
  market,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'vendor@ajoja.test')
  await page.goto('/vendor/payouts')
  const notYet = page.getByRole('region', { name: 'Not in it yet' })
  const row = notYet.getByRole('listitem').filter({ hasText: 'Not handed over yet' })
  const waitingKobo = toKobo(await row.locator('strong').textContent())
  expect(waitingKobo).toBeGreaterThan(0)
  await expectGoodOnPhoneAndDesk(page)

  // The orders behind the sum, and one of them: the same amount and the same reason.
  await row.getByRole('link', { name: /orders?$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not handed over yet')
  await expectGoodOnPhoneAndDesk(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\d+, / })
    .first()
    .click()
  await page.waitForURL(/\/vendor\/orders\/[0-9a-f-]{36}$/)
  const [order] = await query<{ amount_kobo: string }>(
    market,
    `select sum(net_kobo - handed_net_kobo) as amount_kobo from ledger.held_orders where order_id = '${page.url().slice(-36)}'`,
  )
  await expect(page.getByText(/because it is not handed over/)).toBeVisible()
  expect(await factKobo(page, 'Not in a payout yet')).toBe(Number(order?.amount_kobo))

  // Over all: the parts are the whole, and what is ready is the balance in the ledger.
  await page.goto('/vendor/payouts/money')
  const parts = await Promise.all(
    [
      'Held until handed over',
      'Waiting for the claim time',
      'Ready to be paid out',
      'On its way to your bank',
      'Paid out',
    ].map((label) => factKobo(page, label)),
  )
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(await factKobo(page, 'Together'))
  expect(await factKobo(page, 'Together')).toBe(await factKobo(page, 'You get'))
  const [books] = await query<{ held: string; balance: string }>(
    market,
    `select (select sum(net_kobo) from ledger.held_orders where vendor_id = v.id) as held, ledger.balance_kobo('vendor', v.id) as balance
     from public.vendors v where v.id = ${shopOf('vendor@ajoja.test')}`,
  )
  const [held = 0, waiting = 0, ready = 0] = parts
  expect(held + waiting).toBe(Number(books?.held))
  expect(ready).toBe(Number(books?.balance))
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('link', { name: 'By sharing day' }).click()
  await expect(page.getByRole('table', { name: 'What you get by sharing day' })).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})

test('a statement of more than 500 movements is one paper whose sums are those of the ledger', {
  tag: '@full',
}, async ({ page, market }) => {
  const shop = shopOf('vendor2@ajoja.test')
  await query(
    market,
    `select ledger.post('earned:' || o.id, jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', o.id, 'amount_kobo', 100000 + o.n),
       jsonb_build_object('kind', 'vendor_earned', 'debit', o.id, 'credit', ${shop}, 'amount_kobo', 100000 + o.n)))
     from (select gen_random_uuid() as id, n from generate_series(1, 620) n) o`,
  )
  await signIn(page, 'vendor2@ajoja.test')
  await page.goto('/vendor/payouts/statement')
  const shown = await factKobo(page, 'Balance at the end')
  const [books] = await query<{ balance: string }>(market, `select ledger.balance_kobo('vendor', ${shop}) as balance`)
  expect(shown).toBe(Number(books?.balance))
  await expectGoodOnPhoneAndDesk(page)
  const address = (await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')) ?? ''
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const paper = await getDocumentProxy(new Uint8Array(await answer.body()))
  const { text, totalPages } = await extractText(paper, { mergePages: false })
  expect(totalPages).toBeGreaterThan(10)
  const last = (text.at(-1) ?? '').replace(/\s+/g, ' ')
  expect(toKobo(/Balance at the end (₦[\d,.]+)/.exec(last)?.[1] ?? '')).toBe(shown)
  // Each page goes on from the one before.
  const sums = (name: string) =>
    text.map((one) => new RegExp(`${name}((?: [−-]?₦[\\d,.]+)+)`).exec(one.replace(/\s+/g, ' '))?.[1])
  expect(sums('Brought forward').slice(1)).toEqual(sums('Carried forward').slice(0, -1))
  expect(sums('Carried forward')[0]).toMatch(/₦/)

  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
  )
  expect((await csv.text()).trim().split('\n').length).toBeGreaterThan(620)
})
