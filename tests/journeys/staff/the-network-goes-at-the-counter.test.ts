import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '../market.ts'
import { waitForScripts } from '../open-page.ts'
import { demoSession, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })

interface Expected {
  id: string
  order_id: string
  order_no: string
  email: string
  buyer: string
}

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(sql, values)
  await client.end()
  return rows
}

/** Three people who collect at the hub; all its ready orders are moved there. */
async function threePeople(databaseUrl: string): Promise<Expected[]> {
  await query(
    databaseUrl,
    `update public.hand_overs h set pickup_point_id = (select id from public.pickup_points where name = 'Yaba hub') where h.status = 'open' and h.kind = 'pickup'`,
  )
  return query<Expected>(
    databaseUrl,
    `select distinct on (o.user_id) h.id, o.id as order_id, o.order_no::text, u.email, o.buyer_name as buyer from public.hand_overs h join public.orders o on o.id = h.order_id
       join auth.users u on u.id = o.user_id where h.status = 'open' and h.kind = 'pickup' and o.status = 'ready'
       and u.email <> 'hub@ajoja.test' and (select count(*) from public.orders p where p.user_id = o.user_id and p.status = 'ready') = 1 order by o.user_id limit 3`,
  )
}

interface Shown {
  order_no: number
  code: string
  token: string
}

async function codeOf(page: Page, { email, order_no }: Pick<Expected, 'email' | 'order_no'>): Promise<Shown> {
  const { access_token: token } = await demoSession(page.request, email)
  const { body } = await callWire<{ codes: Shown[] }>(page.request, '/functions/v1/read-codes', {
    method: 'POST',
    token,
    data: {},
  })
  const shown = body.codes.find((code) => String(code.order_no) === order_no)
  if (!shown) throw new Error(`Order ${order_no} has no code`)
  return shown
}

/** Until the day and its page are on the device. */
const waitForSavedDay = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const [day, saved] = [await caches.match('/handover/day.json'), await caches.match('/handover/offline')]
          return Boolean(day && saved)
        }),
      { timeout: 20_000 },
    )
    .toBe(true)

/** As if an hour had passed since the acts on this device. */
const letAnHourPass = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('outbox', 1)
        opening.onsuccess = () => {
          const change = opening.result.transaction('acts', 'readwrite')
          const store = change.objectStore('acts')
          store.getAll().onsuccess = ({ target }) => {
            for (const act of (target as IDBRequest).result)
              store.put({ ...act, acted_at: new Date(Date.parse(act.acted_at) - 65 * 60_000).toISOString() })
          }
          change.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )

test('a hub hands over for an hour without a network, and one code was wrong', { tag: '@full' }, async ({
  page,
  context,
  browser,
  market,
}) => {
  test.setTimeout(180_000)
  const [scanned, typed, wrong] = await threePeople(market.databaseUrl)
  if (!scanned || !typed || !wrong) throw new Error('The demo has no three people to collect at the hub')
  const codes = [await codeOf(page, scanned), await codeOf(page, typed), await codeOf(page, wrong)]
  await query(market.databaseUrl, `update codes.codes set created_at = now() - interval '3 hours'`)
  await signIn(page, 'hub@ajoja.test')
  await page.goto('/handover')
  await waitForSavedDay(page)
  await context.setOffline(true)
  await expect(page.getByRole('link', { name: 'Go on without a network' })).toBeVisible()

  // The phone's camera app opens the counter with the code, as a page of its own.
  await page.goto('about:blank')
  await page.goto(`/handover#${scanned.order_no}.${codes[0]?.code}.${codes[0]?.token}`)
  await waitForScripts(page)
  await expect(page).toHaveURL(/\/handover\/offline/)
  await expect(page.getByText(`It is the code of ${scanned.buyer}.`)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Handed over', exact: true }).click()
  await expect(page.getByText('1 hand-over not sent yet')).toBeVisible()
  await expect(page.getByText('Written down', { exact: true })).toBeVisible()

  for (const [index, person] of [typed, wrong].entries()) {
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByLabel('Name or order number').fill(person.order_no)
    await page.getByRole('button', { name: person.buyer }).click()
    const code = codes[index + 1]?.code ?? ''
    const entered = person === wrong ? String((Number(code) + 1) % 1_000_000).padStart(6, '0') : code
    await page.getByLabel('Code', { exact: true }).fill(entered)
    await expect(page.getByText('Not checked yet')).toBeVisible()
    if (person === wrong) await expectGoodOnPhoneAndDesk(page)
    await page.getByRole('button', { name: 'Handed over, code not checked' }).click()
    await expect(page.getByText(`${index + 2} hand-overs not sent yet`)).toBeVisible()
  }

  // The browser is closed and opened again, still without a network, in the dark.
  await letAnHourPass(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/handover')
  await waitForScripts(page)
  await expect(page.getByText('3 hand-overs not sent yet')).toBeVisible()
  await expect(page.getByText('Written down', { exact: false }).first()).toBeVisible()
  await expectGoodScreen(page)
  const questions: string[] = []
  page.once('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  expect(questions.join()).toContain('3 hand-overs are not sent yet.')
  await expect(page.getByText('3 hand-overs not sent yet')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(`Order ${wrong.order_no}: The code was wrong.`)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/not sent yet/)).toHaveCount(0)
  const sent = await query<{ order_no: string; conflict: string | null; minutes: number }>(
    market.databaseUrl,
    `select o.order_no::text, f.conflict, round(extract(epoch from f.received_at - f.acted_at) / 60)::integer as minutes
     from public.offline_hand_overs f join public.hand_overs h on h.id = f.hand_over_id join public.orders o on o.id = h.order_id`,
  )
  expect(sent.map(({ order_no, conflict }) => [order_no, conflict]).toSorted()).toEqual(
    [
      [scanned.order_no, null],
      [typed.order_no, null],
      [wrong.order_no, 'wrong-code'],
    ].toSorted(),
  )
  for (const { minutes } of sent) expect(minutes).toBeGreaterThanOrEqual(65)

  // The place and the buyer both see it.
  await page.getByRole('button', { name: /^I have read it/ }).click()
  await page.goto('/work')
  await expect(page.getByRole('heading', { name: 'A hand-over did not count' })).toBeVisible()
  await page.goto('/handover')
  const conflict = page.getByRole('region', { name: 'Did not count' })
  await conflict.getByText('How was it settled?').click()
  await expectGoodOnPhoneAndDesk(page)
  await conflict.getByRole('radio', { name: 'It did not happen' }).check()
  await conflict.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('Settled. The buyer sees it with the order.')).toBeVisible()
  const buyer = await browser.newPage({ viewport: { width: 360, height: 740 }, baseURL: market.origin })
  await signIn(buyer, wrong.email)
  await buyer.goto('/account/notices')
  await expect(buyer.getByText(`A hand-over of order ${wrong.order_no} did not count`)).toBeVisible()
  await buyer.goto(`/account/orders/${wrong.order_id}`)
  await expect(buyer.getByText('This hand-over did not count')).toBeVisible()
  await expect(buyer.getByText('It did not happen: your goods are at the place.')).toBeVisible()
  await expectGoodScreen(buyer)
  await buyer.close()
})

test('a rider hands over at a door without a network, and nobody else sends or sees it', { tag: '@full' }, async ({
  page,
  context,
  market,
}) => {
  test.setTimeout(180_000)
  const [door] = await query<Expected>(
    market.databaseUrl,
    `select h.id, o.id as order_id, o.order_no::text, u.email, coalesce(a.recipient, o.buyer_name) as buyer from public.delivery_stops s join public.orders o on o.id = s.order_id
       join public.hand_overs h on h.order_id = o.id and h.status = 'open' join auth.users u on u.id = o.user_id join public.order_addresses a on a.order_id = o.id
     where s.status = 'open' order by s.position limit 1`,
  )
  if (!door) throw new Error('The demo market has no run today')
  const code = await codeOf(page, door)
  await query(market.databaseUrl, `update codes.codes set created_at = now() - interval '3 hours'`)
  await signIn(page, 'rider@ajoja.test')
  await page.goto('/my-run')
  await waitForSavedDay(page)
  await context.setOffline(true)
  await page.goto('/my-run')
  await waitForScripts(page)
  await expect(page.getByRole('link', { name: /^Call / }).first()).toHaveAttribute('href', /^tel:\+234/)
  await expect(page.getByRole('button', { name: door.buyer }).first()).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
  await page.goto(`/handover#${door.order_no}.${code.code}.${code.token}`)
  await waitForScripts(page)
  await page.getByRole('button', { name: 'Handed over', exact: true }).click()
  await expect(page.getByText('1 hand-over not sent yet')).toBeVisible()

  // Another person signs in on this phone.
  await page.evaluate(() => caches.keys())
  await context.clearCookies()
  await context.setOffline(false)
  await signIn(page, 'hub@ajoja.test')
  await page.goto('/handover')
  await expect(page.getByText('1 hand-over of another person waits on this phone.')).toBeVisible()
  await expect(page.getByText(`Order ${door.order_no},`)).toHaveCount(0)
  const status = async () =>
    (
      await query<{ status: string }>(market.databaseUrl, 'select status from public.hand_overs where id = $1', [
        door.id,
      ])
    )[0]?.status
  expect(await status()).toBe('open')

  await context.clearCookies()
  await signIn(page, 'rider@ajoja.test')
  await page.goto('/my-run')
  await expect.poll(status, { timeout: 20_000 }).toBe('done')
  await page.reload()
  await expect(page.getByText(/not sent yet/)).toHaveCount(0)
})
