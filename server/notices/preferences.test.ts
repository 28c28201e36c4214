import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { preferenceColumn, TOPICS } from '#domain/notices/topics.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { queueSystemMail } from './queue-system-mail.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const prefer = async (person: string, set: string) => {
  await market.db.owner.query(
    'insert into public.notice_preferences select p.* from public.notice_preferences_of($1) p on conflict do nothing',
    [person],
  )
  await market.db.owner.query(`update public.notice_preferences set ${set} where person_id = $1`, [person])
}
const NOW = `(now() at time zone 'Africa/Lagos')::time`
const QUIET = `quiet_from = ${NOW} - interval '1 minute', quiet_to = ${NOW} + interval '2 hours'`
const LOUD = 'quiet_from = null, quiet_to = null'

const buy = {
  buyId: crypto.randomUUID(),
  product: 'Ofada rice',
  unit: 'bag',
  shop: 'Mama Ope',
  baseKobo: 8_000_000n,
  leastKobo: 6_800_000n,
  endDate: new Date('2026-03-16T22:59:59Z'),
}
const facts = {
  'shop-buy-open': buy,
  'product-buy-open': buy,
  'message-waits': { conversationId: crypto.randomUUID(), from: 'Ada', subject: 'Order 12' },
  'reward-credited': { amountKobo: 100n, orders: 1 },
  'refund-arrived': { paymentId: crypto.randomUUID(), reference: 'r', amountKobo: 100n },
}
type Name = keyof typeof facts

/** Minutes until the mail is sent; null if there is none. */
async function mailOf(person: string, name: Name): Promise<number | null> {
  const to = `${crypto.randomUUID()}@market.test`
  const mail = { to, person, siteUrl: 'https://market.test', facts: facts[name] as never }
  await market.db.database.as(SERVICE, (tx) => queueSystemMail<Name>(tx, name, mail))
  const { rows } = await market.db.owner.query(
    'select round(extract(epoch from next_attempt_at - created_at) / 60)::integer as wait from mail.messages where recipient = $1',
    [to],
  )
  return rows[0]?.wait ?? null
}

test.each([
  ['shop-buy-open', 'mail_shops', false],
  ['product-buy-open', 'mail_prices', true],
  ['message-waits', 'mail_messages', true],
  ['reward-credited', 'mail_rewards', true],
] as const)('the mail %s follows %s, and everybody has the notice', async (name, column, byDefault) => {
  const person = await market.person()
  await prefer(person, LOUD)
  const wants = async () => (await mailOf(person, name)) !== null
  expect(await wants()).toBe(byDefault)
  for (const request of [true, false]) {
    await prefer(person, `${column} = ${request}`)
    expect(await wants()).toBe(request)
  }
  const { n } = await market.row<{ n: number }>(
    'select count(*)::integer as n from public.notices where person_id = $1 and kind = $2',
    [person, name],
  )
  expect(n).toBe(3)
})

test('deferrable mail waits for the end of the quiet hours; mail about money is sent at once', async () => {
  const person = await market.person()
  await prefer(person, `${QUIET}, mail_shops = true`)
  for (const name of ['shop-buy-open', 'product-buy-open', 'message-waits', 'reward-credited'] as const) {
    expect([name, await mailOf(person, name)]).toEqual([name, 120])
  }
  expect(await mailOf(person, 'refund-arrived')).toBe(0)
})

test('mail about orders and money cannot be turned off', async () => {
  const person = await market.person()
  await prefer(person, 'mail_prices = false, mail_shops = false, mail_messages = false, mail_rewards = false')
  expect(await mailOf(person, 'refund-arrived')).toBe(0)
})

const at = async (from: string | null, to: string | null, moment: string) =>
  (
    await market.row<{ at: Date }>(
      `select public.after_quiet_hours(row (null, true, true, true, true, true, true, true, true, true, $1::time, $2::time)::public.notice_preferences, $3) as at`,
      [from, to, moment],
    )
  ).at.toISOString()

test.each([
  // Lagos is an hour ahead of UTC all year.
  ['21:00', '07:00', '2026-03-14T19:59:59Z', '2026-03-14T19:59:59.000Z'],
  ['21:00', '07:00', '2026-03-14T20:00:00Z', '2026-03-15T06:00:00.000Z'],
  ['21:00', '07:00', '2026-03-14T23:30:00Z', '2026-03-15T06:00:00.000Z'],
  ['21:00', '07:00', '2026-03-15T05:59:59Z', '2026-03-15T06:00:00.000Z'],
  ['21:00', '07:00', '2026-03-15T06:00:00Z', '2026-03-15T06:00:00.000Z'],
  ['21:00', '07:00', '2026-12-31T22:30:00Z', '2027-01-01T06:00:00.000Z'],
  ['13:00', '15:00', '2026-03-14T12:00:00Z', '2026-03-14T14:00:00.000Z'],
  ['13:00', '15:00', '2026-03-14T14:00:00Z', '2026-03-14T14:00:00.000Z'],
  ['13:00', '15:00', '2026-03-14T22:00:00Z', '2026-03-14T22:00:00.000Z'],
  [null, null, '2026-03-14T23:30:00Z', '2026-03-14T23:30:00.000Z'],
])('quiet from %s to %s: a notice at %s is sent at %s', async (from, to, moment, sentAt) => {
  expect(await at(from, to, moment)).toBe(sentAt)
})

test('the table has a column for each choice that the screen offers, and no other', async () => {
  const { rows } = await market.db.owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'notice_preferences'
       and data_type = 'boolean'`,
  )
  const offered = TOPICS.flatMap((topic) => [preferenceColumn('mail', topic), preferenceColumn('push', topic)])
  expect(rows.map(({ name }) => name).sort()).toEqual(offered.filter((name) => name !== 'mail_orders').sort())
})

test('people can read and change only their own preferences', async () => {
  const [person, other, chief] = [await market.person(), await market.person(), await market.person({ role: 'chief' })]
  await prefer(person, LOUD)
  const seen = async (who: string | null) => {
    const { rows, errorCode: refused } = await asPerson(
      market.db,
      who,
      'select person_id from public.notice_preferences',
    )
    return refused ?? rows.length
  }
  expect([await seen(person), await seen(other), await seen(chief), await seen(null)]).toEqual([1, 0, 0, '42501'])
  const change = (who: string) =>
    asPerson(market.db, who, 'update public.notice_preferences set push_orders = false where person_id = $1', [person])
  expect([(await change(person)).count, (await change(other)).count, (await change(chief)).count]).toEqual([1, 0, 0])
  const add = (who: string, whose: string) =>
    asPerson(
      market.db,
      who,
      'insert into public.notice_preferences select p.* from public.notice_preferences_of($1) p',
      [whose],
    )
  expect([(await add(other, other)).count, (await add(chief, other)).errorCode]).toEqual([1, '42501'])
  const { rows } = await asPerson(market.db, other, 'select quiet_from, push_rewards from public.my_notice_preferences')
  expect(rows).toEqual([{ quiet_from: '21:00:00', push_rewards: false }])
})
