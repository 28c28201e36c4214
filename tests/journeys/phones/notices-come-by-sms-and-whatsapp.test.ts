import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { startWhatsAppStandIn, type WhatsAppStandIn } from '#platform/whatsapp/testing.ts'
import { test as base } from '../market.ts'
import { openPage } from '../open-page.ts'
import { newPerson, signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectToFit } from '../screens.ts'
import { openSite, type Site } from '../sites.ts'

/** A demo market that sends by SMS and WhatsApp, the latter to a local server. */
const test = base.extend<object, { whatsapp: WhatsAppStandIn; market: Site }>({
  whatsapp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const standIn = await startWhatsAppStandIn()
      await use(standIn)
      await standIn.stop()
    },
    { scope: 'worker' },
  ],
  market: [
    async ({ whatsapp }, use) => {
      const market = await openSite({
        beginning: 'demo',
        environment: {
          SMS_NOTICES: 'on',
          WHATSAPP: 'cloud-api',
          WHATSAPP_URL: whatsapp.baseUrl,
          WHATSAPP_PHONE_NUMBER_ID: whatsapp.phoneNumberId,
          WHATSAPP_TOKEN: whatsapp.token,
          WHATSAPP_APP_SECRET: whatsapp.appSecret,
          WHATSAPP_VERIFY_TOKEN: 'verify-token-of-journeys',
        },
      })
      await use(market)
      await market.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ viewport: { width: 360, height: 740 } })

const PAGE = '/account/notices/preferences'
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

async function onDatabase({ databaseUrl }: Site, sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(sql, values).finally(() => client.end())
}

/** A new person whose number is confirmed, as by a code. */
async function newPersonWithPhone(page: Page, market: Site): Promise<{ userId: string; phone: string }> {
  const { userId } = await newPerson(page)
  const phone = `234803${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  await onDatabase(market, 'update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [
    userId,
    phone,
  ])
  return { userId, phone }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a buyer switches SMS on, changes to WhatsApp, and switches it off with one tap', async ({ page, market }) => {
      const { phone } = await newPersonWithPhone(page, market)
      await page.goto(PAGE)
      await expectToFit(page)
      await press(page, `Yes, send me SMS to +${phone}`)
      await expect(main(page)).toContainText(`On: SMS to +${phone}.`)
      await press(page, `Yes, send me WhatsApp to +${phone}`)
      await expect(main(page)).toContainText(`On: WhatsApp to +${phone}.`)
      await expectToFit(page)
      await press(page, 'Stop these messages')
      await expect(main(page)).toContainText('We no longer send you SMS or WhatsApp messages.')
      await expect(main(page)).not.toContainText('On: WhatsApp')
    })
  })
}

test('without a confirmed number, the way to one is shown', async ({ page }) => {
  await newPerson(page)
  await openPage(page, PAGE)
  await expect(main(page)).toContainText('First add your phone number and confirm it with a code.')
  await expectGoodOnPhoneAndDesk(page)
})

test('a message is sent once, STOP ends it, and the chief reads its cost', async ({
  page,
  request,
  market,
  whatsapp,
}) => {
  const { userId, phone } = await newPersonWithPhone(page, market)
  await openPage(page, PAGE)
  await press(page, `Yes, send me WhatsApp to +${phone}`)
  await expect(main(page)).toContainText(`On: WhatsApp to +${phone}.`)
  await onDatabase(
    market,
    `insert into public.text_messages (person_id, channel, kind, event, parameters, parts, next_attempt_at, expires_at)
     values ($1, 'whatsapp', 'refund-arrived', $2, '["PAY-1"]', 1, now(), now() + interval '1 hour')`,
    [userId, crypto.randomUUID()],
  )
  const received = () => whatsapp.received.filter(({ to }) => to === phone)
  await expect.poll(() => received().length, { timeout: 20_000 }).toBe(1)
  expect(received()[0]).toMatchObject({
    name: 'refund_arrived',
    values: ['PAY-1', `${market.origin}/account/payments`],
  })

  const timestamp = String(Math.floor(Date.now() / 1000) + 1)
  const { body, headers } = whatsapp.webhook({
    messages: [{ from: phone, id: 'wamid.stop', timestamp, type: 'text', text: { body: 'STOP' } }],
  })
  const forged = await request.post('/webhooks/whatsapp', {
    data: body,
    headers: { ...headers, 'x-hub-signature-256': 'sha256=00' },
  })
  expect(forged.status()).toBe(401)
  expect((await request.post('/webhooks/whatsapp', { data: body, headers })).status()).toBe(200)
  await openPage(page, PAGE)
  await expect(main(page)).toContainText(`You answered STOP from +${phone}, so we have stopped.`)

  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/settings/mails')
  await page.getByRole('link', { name: 'SMS and WhatsApp' }).click()
  await expect(page.getByRole('row', { name: /WhatsApp/ })).toContainText('₦15')
  await expectGoodOnPhoneAndDesk(page)
})
