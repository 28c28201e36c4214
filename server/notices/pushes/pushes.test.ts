import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { startPushService, type TestPushService } from '#platform/push/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { newSubscription, subscribeBrowser } from '#server/testing/subscribe-browser.ts'
import { queueSystemMail } from '../queue-system-mail.ts'
import { sendPushes } from './send-pushes.ts'

let market: TestMarket
let service: TestPushService
beforeAll(async () => {
  market = await openTestMarket()
  service = await startPushService()
})
afterAll(async () => {
  await service.stop()
  await market.close()
})
beforeEach(async () => {
  service.answerWith(201)
  service.received.length = 0
  await market.db.owner.query('truncate public.push_subscriptions, public.pushes, public.notice_preferences')
})

const send = () => sendPushes({ database: market.db.database, sender: service.sender })
const notify = async (person: string, hours = 3) => {
  await market.db.database.as(SERVICE, (tx) =>
    queueSystemMail(tx, 'payment-reminder', {
      to: null,
      person,
      siteUrl: 'https://market.test',
      facts: {
        dueAt: new Date('2026-03-16T22:59:59Z'),
        hours,
        orders: [{ orderId: crypto.randomUUID(), orderNo: 12, product: 'Ofada rice', dueKobo: 7_790_000n }],
      },
    }),
  )
  await market.relay()
}
const left = async (table: 'pushes' | 'push_subscriptions') =>
  Number((await market.row<{ n: string }>(`select count(*) as n from public.${table}`)).n)
const makeDue = () => market.db.owner.query('update public.pushes set next_attempt_at = now()')

test('a notice is pushed to each browser of the person, encrypted, without amounts, and once', async () => {
  const person = await market.person()
  const [one, two] = [await subscribeBrowser(market, person), await subscribeBrowser(market, person)]
  await subscribeBrowser(market, await market.person())
  await notify(person)
  await Promise.all([send(), send(), send()])
  await send()
  expect(service.received).toHaveLength(2)
  for (const { browser, endpoint } of [one, two]) {
    const got = service.received.find(({ path }) => endpoint.endsWith(path))
    const { notice, ...shown } = JSON.parse(browser.read(got?.body ?? Buffer.alloc(0)))
    expect(shown).toEqual({
      title: '3 hours left to pay: Ofada rice',
      body: '',
      link: expect.stringMatching(/^\/account\/pay/),
    })
    expect(notice).toBe((await market.row('select id from public.notices where person_id = $1', [person])).id)
    expect(got?.headers.urgency).toBe('high')
  }
  expect(await left('pushes')).toBe(0)
})

test('several due pushes to one browser are merged', async () => {
  const person = await market.person()
  const { browser } = await subscribeBrowser(market, person)
  for (let round = 0; round < 3; round += 1) await notify(person)
  await send()
  expect(service.received.map(({ body }) => JSON.parse(browser.read(body)))).toEqual([
    { title: '3 new notices', body: '3 hours left to pay: Ofada rice', link: '/account/notices' },
  ])
})

test('a notice that was read meanwhile is not pushed', async () => {
  const person = await market.person()
  await subscribeBrowser(market, person)
  await notify(person)
  await market.db.owner.query('update public.notices set read_at = now() where person_id = $1', [person])
  await send()
  expect([service.received.length, await left('pushes')]).toEqual([0, 0])
})

test('quiet hours delay deferrable pushes, and not urgent ones', async () => {
  const person = await market.person()
  await subscribeBrowser(market, person)
  // Quiet at every time of day except the minute before last, whenever the test runs.
  await market.db.owner.query(
    `insert into public.notice_preferences select p.* from public.notice_preferences_of($1) p`,
    [person],
  )
  await market.db.owner.query(
    `update public.notice_preferences set quiet_from = (now() at time zone 'Africa/Lagos')::time - interval '1 minute',
       quiet_to = (now() at time zone 'Africa/Lagos')::time - interval '2 minutes' where person_id = $1`,
    [person],
  )
  await notify(person, 24)
  await send()
  expect([service.received.length, await left('pushes')]).toEqual([0, 1])
  await notify(person, 3)
  await send()
  expect([service.received.length, await left('pushes')]).toEqual([1, 1])
})

test('people who turn off pushes of a topic get none of it', async () => {
  const person = await market.person()
  await subscribeBrowser(market, person)
  await market.db.owner.query(
    `insert into public.notice_preferences select p.* from public.notice_preferences_of($1) p`,
    [person],
  )
  await notify(person)
  await market.db.owner.query('update public.notice_preferences set push_orders = false where person_id = $1', [person])
  await notify(person)
  expect(await left('pushes')).toBe(1)
})

test.each([404, 410])('a subscription that is gone (%s) is deleted', async (status) => {
  const person = await market.person()
  await subscribeBrowser(market, person)
  await notify(person)
  service.answerWith(status)
  await send()
  expect([await left('push_subscriptions'), await left('pushes')]).toEqual([0, 0])
})

test('a service that is down is retried with increasing delays, six attempts', async () => {
  const person = await market.person()
  await subscribeBrowser(market, person)
  await notify(person)
  service.answerWith(503)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await send()
    await send()
    const { wait } = await market.row<{ wait: number | null }>(
      `select max(round(extract(epoch from next_attempt_at - now()) / 60))::integer as wait from public.pushes`,
    )
    if (wait !== null) waits.push(wait)
    await makeDue()
  }
  expect([waits, service.received.length, await left('pushes')]).toEqual([[1, 2, 4, 8, 16], 6, 0])
  expect(await left('push_subscriptions')).toBe(1)
})

test('Retry-After of a service is honoured', async () => {
  const person = await market.person()
  await subscribeBrowser(market, person)
  await notify(person)
  service.answerWith(429, { 'retry-after': '3600' })
  await send()
  const { early } = await market.row(
    `select bool_or(next_attempt_at < now() + interval '59 minutes') as early from public.pushes`,
  )
  expect(early).toBe(false)
})

test('rejections are reported to the operator, and after five in a row the subscription is deleted', async () => {
  const person = await market.person()
  await subscribeBrowser(market, person)
  service.answerWith(403)
  for (let round = 1; round <= 5; round += 1) {
    expect(await left('push_subscriptions')).toBe(1)
    await notify(person)
    await expect(send()).rejects.toThrow('1 pushes were refused: The push service answered 403')
  }
  expect([await left('push_subscriptions'), await left('pushes')]).toEqual([0, 0])
})

test('a hanging push does not block the next run, and a run without a sender sends nothing', async () => {
  const person = await market.person()
  await subscribeBrowser(market, person)
  await notify(person)
  await sendPushes({ database: market.db.database, sender: null })
  expect(await left('pushes')).toBe(1)
  const silent = await startPushService({ timeoutMs: 300 })
  silent.answerWith(0)
  await sendPushes({ database: market.db.database, sender: silent.sender })
  await silent.stop()
  expect(await left('pushes')).toBe(1)
})

test('pushes end with the session, in whatever way it ends', async () => {
  const person = await market.person()
  const [out, expired, stays] = [
    await subscribeBrowser(market, person),
    await subscribeBrowser(market, person),
    await subscribeBrowser(market, person),
  ]
  await market.db.owner.query('delete from auth.sessions where id = $1', [out.session])
  await market.db.owner.query('update auth.sessions set not_after = now() where id = $1', [expired.session])
  const { rows } = await market.db.owner.query('select id from public.push_subscriptions')
  expect(rows).toEqual([{ id: stays.id }])
})

test('a shared phone gets the pushes of the person who subscribed last', async () => {
  const [before, after] = [await market.person(), await market.person()]
  const { endpoint } = await subscribeBrowser(market, before)
  const mine = await subscribeBrowser(market, after)
  await market.call(
    'subscribe-to-pushes',
    { ...newSubscription().body, endpoint },
    { as: after, session: mine.session },
  )
  await notify(before)
  expect(await left('pushes')).toBe(0)
})

test('a person has at most ten subscriptions; the oldest is deleted', async () => {
  const person = await market.person()
  const first = await subscribeBrowser(market, person)
  const all = []
  for (let count = 0; count < 10; count += 1) all.push((await subscribeBrowser(market, person)).id)
  const { rows } = await market.db.owner.query('select id from public.push_subscriptions')
  expect(rows.map(({ id }) => id).sort()).toEqual(all.sort())
  expect(all).not.toContain(first.id)
})

test('a subscription needs the caller’s own active session and a public push service', async () => {
  const [person, other] = [await market.person(), await market.person()]
  const { session } = await subscribeBrowser(market, person)
  const { body } = newSubscription()
  const subscribe = async (request: object, options: object) =>
    (await market.call('subscribe-to-pushes', { ...body, ...request }, options)).status
  expect(await subscribe({}, {})).toBe(401)
  expect(await subscribe({}, { as: person })).toBe(401)
  expect(await subscribe({}, { as: other, session })).toBe(401)
  for (const endpoint of [
    'http://fcm.test/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://fcm.test:8443/x',
  ]) {
    expect([endpoint, await subscribe({ endpoint }, { as: person, session })]).toEqual([endpoint, 400])
  }
  expect(await subscribe({ p256dh: body.p256dh.slice(1) }, { as: person, session })).toBe(400)
  expect(await subscribe({ p256dh: Buffer.alloc(65, 4).toString('base64url') }, { as: person, session })).toBe(400)
})

test('people can read and end only their own subscriptions; endpoints and keys are not readable', async () => {
  const [person, other, chief] = [await market.person(), await market.person(), await market.person({ role: 'chief' })]
  const { id } = await subscribeBrowser(market, person)
  const seen = async (who: string | null) => {
    const { rows, errorCode: refused } = await asPerson(market.db, who, 'select id from public.my_push_devices')
    return refused ?? rows
  }
  expect([await seen(person), await seen(other), await seen(chief), await seen(null)]).toEqual([
    [{ id }],
    [],
    [],
    '42501',
  ])
  for (const sql of [
    'select endpoint from public.push_subscriptions',
    'select auth from public.push_subscriptions',
    `update public.push_subscriptions set refusals = 0`,
    'select * from public.pushes',
    `insert into public.push_subscriptions (person_id, session_id, endpoint, p256dh, auth) values ('${person}', gen_random_uuid(), 'https://a.b/c', '', '')`,
  ]) {
    expect([sql, (await asPerson(market.db, person, sql)).errorCode]).toEqual([sql, '42501'])
  }
  await market.call('unsubscribe-from-pushes', { subscription_id: id }, { as: other })
  expect(await left('push_subscriptions')).toBe(1)
  await market.call('unsubscribe-from-pushes', { subscription_id: id }, { as: person })
  expect(await left('push_subscriptions')).toBe(0)
})

test('deleting an account deletes its subscriptions, preferences and follows', async () => {
  const person = await market.person()
  const { session } = await subscribeBrowser(market, person)
  const { vendorId } = await market.shop()
  await market.db.owner.query('insert into public.follows (follower_id, vendor_id) values ($1, $2)', [person, vendorId])
  await market.db.owner.query(
    'insert into public.notice_preferences select p.* from public.notice_preferences_of($1) p',
    [person],
  )
  const { status } = await market.call('delete-account', { user_id: person }, { as: person, session })
  const rest = await market.row(
    `select (select count(*) from public.push_subscriptions where person_id = $1) + (select count(*) from public.follows where follower_id = $1)
       + (select count(*) from public.notice_preferences where person_id = $1) as n`,
    [person],
  )
  expect([status, Number(rest.n)]).toEqual([200, 0])
})
