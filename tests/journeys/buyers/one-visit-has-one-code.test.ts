import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk } from '../screens.ts'

const PHONE = { width: 360, height: 740 }
test.use({ viewport: PHONE })

interface ReadyRow {
  id: string
  order_id: string
  user_id: string
  order_no: string
  /** Whether it is its buyer's only order to collect. */
  alone: boolean
}

interface VisitRow {
  email: string
  place: string
  numbers: string[]
}

/** Gives a buyer with goods to collect a second order, and moves both to Yaba hub. */
async function makeVisit(databaseUrl: string): Promise<VisitRow> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: ready } = await client.query<ReadyRow>(
    `select h.id, o.id as order_id, o.user_id, o.order_no::text,
       u.email like 'buyer%' and count(*) over (partition by o.user_id) = 1 as alone
     from public.hand_overs h join public.orders o on o.id = h.order_id
       join public.pickup_points p on p.id = h.pickup_point_id join auth.users u on u.id = o.user_id
     where h.status = 'open' and o.status = 'ready' and h.kind = 'pickup' and u.email <> 'buyer1@ajoja.test'
     order by p.name = 'Yaba hub' desc, o.order_no`,
  )
  const first = ready.find((row) => row.alone)
  const second = ready.find((row) => row.user_id !== first?.user_id)
  if (!first || !second) throw new Error(`The demo has no two orders to collect: ${JSON.stringify(ready)}`)
  await client.query(`begin; set local session_replication_role = 'replica'`)
  await client.query('update public.orders set user_id = $1 where id = $2', [first.user_id, second.order_id])
  for (const [table, ids] of [
    ['orders', [first.order_id, second.order_id]],
    ['hand_overs', [first.id, second.id]],
  ] as const) {
    await client.query(
      `update public.${table} set pickup_point_id = (select id from public.pickup_points where name = 'Yaba hub') where id = any ($1)`,
      [ids],
    )
  }
  await client.query(
    'update codes.codes set ended_at = clock_timestamp() where hand_over_id = any ($1) and ended_at is null',
    [[first.id, second.id]],
  )
  await client.query('commit')
  const { rows } = await client.query<{ email: string }>('select email from auth.users where id = $1', [first.user_id])
  await client.end()
  return { email: rows[0]?.email ?? '', place: 'Yaba hub', numbers: [first.order_no, second.order_no] }
}

/** An order has no code of the person who collects, as if it had become ready after that code was made. */
async function endNomineeCode(databaseUrl: string, orderNo: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `update codes.codes set ended_at = now() where nominee is not null and ended_at is null
       and hand_over_id in (select h.id from public.hand_overs h join public.orders o on o.id = h.order_id where o.order_no = $1)`,
    [orderNo],
  )
  await client.end()
}

const sixDigits = /^\d{3} \d{3}$/

async function sendSomebody(page: Page): Promise<URL> {
  await page.getByText('Send somebody else, or change the code').click()
  await page.getByLabel('Who collects it').fill('Mama Bisi')
  await page.getByRole('button', { name: 'Make a code for them' }).click()
  const link = page.getByRole('link', { name: 'Share on WhatsApp' })
  await expect(link).toBeVisible()
  return new URL((await link.getAttribute('href')) ?? '')
}

test('two orders at one hub are collected with one code, in one act', { tag: '@full' }, async ({
  page,
  browser,
  market,
}) => {
  const { email, place, numbers } = await makeVisit(market.databaseUrl)
  await signIn(page, email)
  await page.goto('/account/codes')
  const card = page.getByRole('region', { name: place })
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('One code for everything')
  for (const number of numbers) await expect(card.getByRole('link', { name: `Order ${number}` })).toBeVisible()
  const code = card.getByText(sixDigits).first()
  // Without scrolling, also on a small phone.
  const box = await code.boundingBox()
  expect((box?.y ?? PHONE.height) + (box?.height ?? 0)).toBeLessThan(PHONE.height)
  const digits = (await code.textContent()) ?? ''
  await expectGoodOnPhoneAndDesk(page)
  await page.setViewportSize(PHONE)

  const message = (await sendSomebody(page)).searchParams.get('text') ?? ''
  const sent = (await card.getByText(sixDigits).last().textContent()) ?? ''
  expect(message).toMatch(/^Mama Bisi, please collect this for me: .+;.+\.\nAt Yaba hub, /)
  expect(message).toContain(sent)
  expect(message).not.toContain(digits)

  await endNomineeCode(market.databaseUrl, numbers[1] ?? '')
  await page.reload()
  await expect(card.getByText(/Not with this code: /)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.setViewportSize(PHONE)
  await card.getByRole('button', { name: 'Make a new code for everything' }).click()
  await expect(card.getByText(/Not with this code: /)).toBeHidden()
  await expect(card.getByText(sixDigits).last()).not.toHaveText(sent)

  const counter = await browser.newPage({ viewport: PHONE, baseURL: market.origin })
  await signIn(counter, 'hub@ajoja.test')
  await counter.goto(`/handover?order=${numbers[0]}`)
  for (const tick of await counter.getByRole('checkbox').all()) if (await tick.isVisible()) await tick.check()
  await expectGoodOnPhoneAndDesk(counter)
  await counter.getByLabel('Code', { exact: true }).fill(digits)
  await counter.getByRole('button', { name: 'Handed over' }).click()
  await expect(counter.getByText('2 orders are handed over.')).toBeVisible()
  await counter.close()
  await page.goto('/account/codes')
  await expect(page.getByText('Nothing to collect now')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a code for somebody else goes by WhatsApp, and the counter takes it for all orders', { tag: '@full' }, async ({
    page,
    browser,
    market,
  }) => {
    const { email, numbers } = await makeVisit(market.databaseUrl)
    await signIn(page, email)
    await page.goto('/account/codes')
    const message = (await sendSomebody(page)).searchParams.get('text') ?? ''
    const sent = /Your code: (\d{3} \d{3})/.exec(message)?.[1] ?? ''
    const counter = await browser.newPage({ viewport: PHONE, baseURL: market.origin, javaScriptEnabled: false })
    await signIn(counter, 'hub@ajoja.test')
    await counter.goto(`/handover?order=${numbers[0]}`)
    for (const tick of await counter.getByRole('checkbox').all()) if (await tick.isVisible()) await tick.check()
    await counter.getByLabel('Code', { exact: true }).fill(sent)
    await counter.getByRole('button', { name: 'Handed over' }).click()
    await expect(counter.getByText('2 orders are handed over.')).toBeVisible()
    await counter.close()
  })
})
