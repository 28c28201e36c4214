import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '#api/api.ts'
import { readRate } from '#api/settings.ts'
import { namedSettings } from '#domain/settings/settings.ts'
import { sendWelcomeMail } from '#server/mails/send-welcome-mail.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'
import { faqStructuredData } from '#web/pages/faq/faq-structured-data.server.ts'
import { termsOfBuying } from '#web/pages/legal/terms-of-buying.tsx'
import { readFigures, settingFigures } from '#web/pages/setting-figures.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const visitor = (answering?: () => Promise<Response>) =>
  createApi({
    origin: ORIGIN,
    publishableKey: KEYS.publishable,
    accessToken: () => null,
    fetch: answering ?? ((input, init) => wire.request(String(input).slice(ORIGIN.length), init ?? {})),
  })

const changes = async (key: string, value: number, inMinutes: number) => {
  const chief = await wire.market.person({ role: 'chief' })
  const effective_from = new Date(Date.now() + inMinutes * 60_000).toISOString()
  const plan = { key, value, effective_from, note: '', confirm: `${value / 100}%` }
  expect((await wire.market.call('plan-setting', plan, { as: chief })).status).toBe(200)
}

test('a rate that the chief changes is read by everybody on its day, not before', async () => {
  expect(await readRate(visitor(), 'buyer_fee_bps')).toBe(250)
  await changes('buyer_fee_bps', 150, 180)
  await changes('buyer_fee_bps', 200, 90)
  expect(await readRate(visitor(), 'buyer_fee_bps')).toBe(250)
  await wire.market.db.owner.query(
    `update public.settings set effective_from = now() - interval '1 second' where key = 'buyer_fee_bps' and value = '200'`,
  )
  expect(await readRate(visitor(), 'buyer_fee_bps')).toBe(200)
  expect(await readRate(visitor(), 'vendor_fee_bps')).toBe(500)
  await changes('referral_bps', 60, 31 * 24 * 60)
  expect(await readRate(visitor(), 'referral_bps')).toBe(50)
})

test('a rate that cannot be read is the specification’s', async () => {
  const broken = visitor(async () => Response.json({ message: 'too slow' }, { status: 500 }))
  expect(await readRate(broken, 'referral_bps')).toBe(50)
})

test('questions, terms and the welcome mail name the settings in force', async () => {
  const readTexts = async () => {
    const figures = await readFigures(visitor())
    const terms = termsOfBuying(figures).map(({ body }) => renderToStaticMarkup(body))
    return { faq: JSON.stringify(faqStructuredData('https://market.test', figures)), terms: terms.join('\n') }
  }
  expect((await readTexts()).faq).toContain('hold your place for 30 minutes')
  const inForce = (key: string, value: number) =>
    wire.market.db.owner.query('update public.settings set value = $2 where key = $1', [key, String(value)])
  await inForce('pay_to_join_hold_minutes', 45)
  await inForce('late_leave_charge_bps', 800)
  await inForce('referral_bps', 75)
  const { faq, terms } = await readTexts()
  expect(faq).toContain('hold your place for 45 minutes')
  expect(faq).toContain('a charge of 8% of the goods')
  expect(faq).toContain('On a ₦76,000 bag that is 570 PEPS')
  expect(terms).toContain('held for 45 minutes')
  expect(terms).toContain('at most 8% of the goods')
  const person = await wire.market.person()
  await sendWelcomeMail(wire.market.db.database, 'https://market.test', { user_id: person })
  const mail = await wire.market.row<{ text: string }>(
    `select text from mail.messages where recipient = rights.email_of($1)`,
    [person],
  )
  expect(mail.text).toContain('You earn 0.75% of what the people you bring buy')
})

test('texts that cannot ask name the first values', async () => {
  const broken = visitor(async () => Response.json({ message: 'too slow' }, { status: 500 }))
  expect(await readFigures(broken)).toMatchObject(settingFigures(namedSettings))
})
