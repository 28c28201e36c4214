import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { type FigureTable, openFigureTable } from '../figure-table.ts'
import { payAtGateway } from '../gateway.ts'
import { test } from '../market.ts'
import { type OpenedBuy, openBuy } from '../open-buy.ts'
import { newEmail, newestMail, newPassword, newPerson, signIn } from '../people.ts'
import { slowPhone } from '../phones/slow-phone.ts'
import { expectGoodScreen } from '../screens.ts'
import type { Site } from '../sites.ts'
import { callWire } from '../table-calls.ts'

// One buyer with a slow phone from a shared link to the bag, and the shop to its money. The clock is moved; each amount on a screen is
// compared with the books at that moment.

const PHONE = { width: 360, height: 740 }
test.use({ viewport: PHONE })

/** Effects of time, and reads of the owner. */
interface Clock {
  /** Writes without the tables' guards. */
  rewrite(sql: string, values: readonly unknown[]): Promise<void>
  read<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[]): Promise<Row>
  /** Runs the scheduled jobs until a query answers true. */
  workUntil(sql: string, values: readonly unknown[]): Promise<void>
  close(): Promise<void>
}

async function openClock(databaseUrl: string): Promise<Clock> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const clock: Clock = {
    async rewrite(sql, values) {
      await client.query(`begin; set local session_replication_role = 'replica'`)
      await client.query(sql, [...values])
      await client.query('commit')
    },
    async read<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[]) {
      const { rows } = await client.query<Row>(sql, [...values])
      if (!rows[0]) throw new Error(`No row: ${sql}`)
      return rows[0]
    },
    async workUntil(sql, values) {
      const isDone = async () => {
        await client.query('update jobs.schedules set next_run_at = now()')
        await client.query(`update public.refunds set next_try_at = now() where status in ('requested', 'sent')`)
        return (await clock.read<{ done: boolean }>(`select (${sql}) as done`, values)).done
      }
      await expect.poll(isDone).toBe(true)
    },
    close: () => client.end(),
  }
  return clock
}

/** Signs up on the way to a buy, and joins with the mailed code. */
async function signUpAndJoin(page: Page, buy: OpenedBuy): Promise<string> {
  const email = newEmail()
  await page.getByLabel(`Quantity of ${buy.name}`).fill('2')
  await page.getByRole('button', { name: 'Sign in to join' }).click()
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
  await page.getByLabel('Full name').fill('Chioma Stranger')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword())
  await page.getByLabel('I am 18 years old or older.').check()
  await page.getByLabel(/I agree to the Terms/).check()
  await page.getByRole('button', { name: 'Create account and join' }).click()
  const code = /\b\d{6}\b/.exec((await newestMail(page.request, email, 'confirmation')).text)?.[0] ?? ''
  await page.getByLabel('Code from the mail').fill(code)
  await page.getByRole('button', { name: 'Confirm and join' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay for your order')
  return email
}

/** Others join; all but the last pay. */
async function othersJoin(browser: Browser, market: Site, buy: OpenedBuy): Promise<void> {
  const page = await browser.newPage({ baseURL: market.origin })
  for (let person = 0; person < 4; person += 1) {
    const { session } = await newPerson(page)
    const { body } = await callWire<{ order: { id: string } }>(page.request, '/functions/v1/join-group-buy', {
      method: 'POST',
      token: session.access_token,
      data: { group_buy_id: buy.id, quantity: 1 },
    })
    if (person === 3) break
    await page.goto(`/account/pay?order=${body.order.id}`)
    await payAtGateway(page)
  }
  await page.close()
}

const fact = (page: Page, label: string | RegExp) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: typeof label === 'string' ? new RegExp(`^${label}$`) : label }) })

test(
  'a stranger goes from a link to the bag, and each amount on the way is that of the books',
  {
    tag: '@full',
  },
  async ({ page, browser, market }, testInfo) => {
    test.setTimeout(300_000)
    const figures = await openFigureTable(market.databaseUrl)
    const clock = await openClock(market.databaseUrl)
    const buy = await openBuy(page.request)
    const buyPage = `/group-buys/${buy.id}`
    await slowPhone(page)
    await page.goto(buyPage)
    const email = await signUpAndJoin(page, buy)
    const order = await clock.read<{ id: string; order_no: string; user_id: string }>(
      'select o.id, o.order_no::text, o.user_id from public.orders o join auth.users u on u.id = o.user_id where u.email = $1',
      [email],
    )
    const orderPage = `/account/orders/${order.id}`
    await due(page, { figures, buy, orderId: order.id })
    await payAtGateway(page)
    await held(page, { figures, orderId: order.id, orderPage })

    await othersJoin(browser, market, buy)
    await clock.rewrite(
      `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 hour',
       starts_at = now() - interval '20 days' where id = $1`,
      [buy.id],
    )
    await clock.rewrite(`update public.orders set created_at = now() - interval '19 days' where group_buy_id = $1`, [
      buy.id,
    ])
    await clock.workUntil(`select status = 'confirmed' from public.orders where id = $1`, [order.id])
    await settled(page, { figures, buy, order, orderPage })
    await clock.workUntil(`select bool_and(status = 'processed') from public.refunds where order_id = $1`, [order.id])
    await page.goto(orderPage)
    await figures.compare({
      screen: 'Order',
      figure: 'Came back',
      at: fact(page, 'Came back to where you paid from'),
      books: await figures.amount(MOVED, ['return_owed', order.id]),
    })

    // The sharing day: the shop packs, and hands over at its stall.
    await clock.rewrite(
      `update public.group_buys set share_date = (now() at time zone 'Africa/Lagos')::date where id = $1`,
      [buy.id],
    )
    const shop = await browser.newPage({ baseURL: market.origin, viewport: PHONE })
    await signIn(shop, 'vendor@ajoja.test')
    await shop.goto('/vendor/packing')
    await shop.getByRole('link', { name: buy.name }).click()
    await shop.getByRole('button', { name: 'Mark all ready' }).click()
    await shop.getByRole('button', { name: 'Yes, all is ready' }).click()
    await expect(shop.getByText('4 orders are ready.')).toBeVisible()
    await page.goto('/account/codes')
    await expectGoodScreen(page)
    const code =
      (await page
        .getByText(/^\d{3} \d{3}$/)
        .first()
        .textContent()) ?? ''
    await shop.goto(`/handover?order=${order.order_no}`)
    for (const tick of await shop.getByRole('checkbox').all()) if (await tick.isVisible()) await tick.check()
    await shop.getByLabel('Code', { exact: true }).fill(code)
    await shop.getByRole('button', { name: 'Handed over' }).click()
    await expect(shop.getByText(`Order ${order.order_no} is handed over.`)).toBeVisible()

    // The time for claims passes without one.
    await clock.rewrite(
      `update public.hand_overs set done_at = now() - interval '80 hours', claim_until = now() - interval '1 hour'
     where order_id = $1 and status = 'done'`,
      [order.id],
    )
    await clock.workUntil('select bool_or(released_at is not null) from public.hand_overs where order_id = $1', [
      order.id,
    ])
    await released(page, { shop, figures, order, buyPage, orderPage })
    await testInfo.attach('figures', { body: String(figures), contentType: 'text/markdown' })
    await Promise.all([figures.close(), clock.close(), shop.close()])
  },
)

const MOVED = `select sum(t.amount_kobo) from ledger.transfers t join ledger.accounts a on a.id in (t.debit_id, t.credit_id)
  where t.kind = $1 and a.kind = 'escrow' and a.owner_id = $2 and t.phase in ('posted', 'captured')`
const HELD = `ledger.balance_kobo('escrow', $1)`

interface Walk {
  figures: FigureTable
  orderId: string
}

/** The amount due, before it is paid. */
async function due(page: Page, { figures, buy, orderId }: Walk & { buy: OpenedBuy }): Promise<void> {
  const books = await figures.amount('select amount_due_kobo from public.orders where id = $1', [orderId])
  await figures.compare({ screen: 'Pay', figure: 'You pay at most', at: page.getByRole('main'), books })
  const button = page.getByRole('button', { name: /^Pay ₦/ })
  await figures.compare({ screen: 'Pay', figure: 'the button', at: button, books })
  await expectGoodScreen(page)
  const link = page.getByRole('link', { name: /^Pay ₦/ })
  for (const [screen, path] of [
    ['Group buy', `/group-buys/${buy.id}`],
    ['Group buys', `/group-buys?search=${encodeURIComponent(buy.name)}`],
    ['Orders', '/account/orders'],
    ['Order', `/account/orders/${orderId}`],
  ] as const) {
    await page.goto(path)
    await figures.compare({ screen, figure: 'Pay by', at: link, books })
    await expectGoodScreen(page)
  }
  await page.goto('/account/notices')
  await figures.compare({ screen: 'Notices', figure: 'To pay', at: page.getByText(/^2 bags\. To pay: ₦/), books })
  await page.goto(`/account/pay?order=${orderId}`)
}

/** Paid, and held. */
async function held(page: Page, { figures, orderId, orderPage }: Walk & { orderPage: string }): Promise<void> {
  const books = await figures.amount(HELD, [orderId])
  await figures.compare({ screen: 'Payment', figure: 'Paid in naira', at: fact(page, 'Paid in naira'), books })
  await expectGoodScreen(page)
  await page.goto(orderPage)
  await figures.compare({ screen: 'Order', figure: 'You paid', at: fact(page, 'You paid'), books })
  await page.goto('/account/receipts')
  await figures.compare({ screen: 'Receipts', figure: 'Receipt', at: page.getByRole('row', { name: /RC-/ }), books })
}

/** The price is final, and the difference is on its way. */
async function settled(
  page: Page,
  walk: { figures: FigureTable; buy: OpenedBuy; order: { id: string }; orderPage: string },
): Promise<void> {
  const { figures, buy, order, orderPage } = walk
  const [stays, back] = [await figures.amount(HELD, [order.id]), await figures.amount(MOVED, ['return_owed', order.id])]
  await page.goto(orderPage)
  await figures.compare({ screen: 'Order', figure: 'In total', at: fact(page, 'In total'), books: stays })
  await figures.compare({ screen: 'Order', figure: 'Back', at: fact(page, /back/), books: back })
  await expectGoodScreen(page)
  for (const [screen, path] of [
    ['Wallet', '/account/wallet'],
    ['Payments', '/account/payments'],
  ] as const) {
    await page.goto(path)
    const region = page.getByRole('region', { name: 'Money back' })
    await figures.compare({ screen, figure: 'Money back', at: region, books: back })
  }
  await page.goto('/account/notices')
  await figures.compare({ screen: 'Notices', figure: 'Back', at: page.getByText(/ comes back to you\.$/), books: back })
  await page.goto('/account/orders')
  await figures.compare({ screen: 'Orders', figure: 'Paid', at: page.getByText(/^2 bags: ₦/), books: stays })
  await page.goto('/account/receipts')
  await figures.compare({
    screen: 'Receipts',
    figure: 'Invoice',
    at: page.getByRole('row', { name: /INV-/ }),
    books: stays,
  })
  await page.goto(`/group-buys/${buy.id}/sheet`)
  const all = `select sum(ledger.balance_kobo('escrow', id)) from public.orders where group_buy_id = $1`
  const sheet = 'Settlement sheet'
  await figures.compare({
    screen: sheet,
    figure: 'Held',
    at: fact(page, 'Held until the food is handed over'),
    books: await figures.amount(all, [buy.id]),
  })
  await figures.compare({
    screen: sheet,
    figure: 'Went back',
    at: fact(page, 'Went back to buyers when the price was final'),
    books: await figures.amount(
      `select sum(t.amount_kobo) from ledger.transfers t join ledger.accounts a on a.id = t.debit_id
         join public.orders o on o.id = a.owner_id where o.group_buy_id = $1 and t.kind in ('return_owed', 'returned_as_peps')`,
      [buy.id],
    ),
  })
  await expect(page.getByText('It adds up to the kobo')).toBeVisible()
  await expectGoodScreen(page)
}

/** Handed over: nothing is held, the shop has its part, and the buyer's page still says what it cost. */
async function released(
  page: Page,
  walk: {
    shop: Page
    figures: FigureTable
    order: { id: string; order_no: string }
    buyPage: string
    orderPage: string
  },
): Promise<void> {
  const { shop, figures, order, buyPage, orderPage } = walk
  expect(await figures.amount(HELD, [order.id])).toBe(0n)
  const earned = await figures.amount(MOVED, ['vendor_earned', order.id])
  const fee = await figures.amount(MOVED, ['vendor_fee_earned', order.id])
  const bought = earned + fee + (await figures.amount(MOVED, ['buyer_fee_earned', order.id]))
  await page.goto(orderPage)
  await figures.compare({ screen: 'Order, completed', figure: 'In total', at: fact(page, 'In total'), books: bought })
  await expectGoodScreen(page)
  await page.goto(`${buyPage}/sheet`)
  await figures.compare({
    screen: 'Sheet',
    figure: 'Released',
    at: fact(page, 'Released to the vendor'),
    books: earned,
  })
  await figures.compare({
    screen: 'Sheet',
    figure: 'Vendor’s fee',
    at: fact(page, 'Fees paid by the vendor'),
    books: fee,
  })
  await expect(page.getByText('It adds up to the kobo')).toBeVisible()
  await shop.goto('/vendor/payouts/statement')
  const row = shop.getByRole('row').filter({ hasText: order.order_no })
  await figures.compare({ screen: 'Statement', figure: 'Earned', at: row, books: earned })
  await expectGoodScreen(shop)
}
