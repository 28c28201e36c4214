import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { notifyOfBroadcast } from './notify-of-broadcast.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const TEXT = 'Please pay by Friday noon.'
const send = (buyId: string, as: string, changes: Record<string, unknown> = {}) =>
  market.call('message-group-buy', { group_buy_id: buyId, audience: 'everybody', message: TEXT, ...changes }, { as })
const run = (id: string) =>
  notifyOfBroadcast({ database: market.db.database, siteUrl: 'https://market.test' }, { broadcast_id: id })
const age = (buyId: string, minutes: number) =>
  market.db.owner.query(
    `update public.buy_broadcasts set created_at = created_at - make_interval(mins => $2) where group_buy_id = $1`,
    [buyId, minutes],
  )
const notified = async (buyId: string) =>
  (
    await market.db.owner.query<{ person_id: string; kind: string; title: string; body: string }>(
      `select person_id, kind, title, body from public.notices where link = '/group-buys/' || $1 || '#your-part' order by person_id`,
      [buyId],
    )
  ).rows

async function join(buyId: string) {
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  return { buyer, orderId: String(body.order.id) }
}
const pay = (orderId: string) =>
  market.moved(
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0, charged_kobo = amount_due_kobo where id = $1`,
    [orderId],
  )

async function buyOfThree() {
  const buy = await market.buy()
  const people = [await join(buy.buyId), await join(buy.buyId), await join(buy.buyId)]
  await pay(String(people[0]?.orderId))
  const [paid = '', ...unpaid] = people.map(({ buyer }) => buyer)
  return { ...buy, paid, unpaid }
}

test.each([
  ['everybody', 3],
  ['unpaid', 2],
  ['paid', 1],
] as const)('%s: each recipient is told once, in the app and by mail, with a warning', async (audience, recipients) => {
  const { buyId, ownerId, paid, unpaid } = await buyOfThree()
  const { status, body } = await send(buyId, ownerId, { audience })
  expect([status, body.recipients]).toEqual([200, recipients])
  const { rows: jobs } = await market.db.owner.query(
    `select payload from jobs.queue where job_key = 'broadcast:' || $1`,
    [body.broadcast_id],
  )
  expect(jobs).toEqual([{ payload: { broadcast_id: body.broadcast_id } }])
  await Promise.all([run(body.broadcast_id), run(body.broadcast_id)])
  await run(body.broadcast_id)
  const expected = [...(audience === 'unpaid' ? [] : [paid]), ...(audience === 'paid' ? [] : unpaid)].sort()
  const told = await notified(buyId)
  expect(told.map(({ person_id }) => person_id)).toEqual(expected)
  expect(told[0]).toMatchObject({
    kind: 'shop-message',
    title: expect.stringMatching(/^From Bola Foods.* about Ofada rice$/),
  })
  expect(told[0]?.body).toBe(
    `${TEXT} Pay only on this site. A shop never asks you to send money any other way; if one does, tell us.`,
  )
  const { mails } = await market.row<{ mails: number }>(
    `select count(*)::integer as mails from mail.messages where kind = 'shop-message' and text like '%' || $1 || '%'`,
    [buyId],
  )
  expect(mails).toBe(recipients)
})

test('one message in ten minutes and three in a day, from another process too', async () => {
  const { buyId, ownerId } = await buyOfThree()
  expect((await send(buyId, ownerId)).status).toBe(200)
  const second = await send(buyId, ownerId)
  expect([second.status, second.body.code, second.body.message]).toEqual([
    409,
    'broadcast_too_soon',
    expect.stringContaining('You can write again on'),
  ])
  await age(buyId, 11)
  expect((await send(buyId, ownerId)).status).toBe(200)
  await age(buyId, 11)
  expect((await send(buyId, ownerId)).status).toBe(200)
  await age(buyId, 11)
  const fourth = await send(buyId, ownerId)
  expect([fourth.status, fourth.body.code]).toEqual([409, 'broadcasts_used_up'])
  await age(buyId, 24 * 60 - 30)
  expect((await send(buyId, ownerId)).status).toBe(200)
})

test('twenty at once leave one', async () => {
  const { buyId, ownerId } = await buyOfThree()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      market.call(
        'message-group-buy',
        { group_buy_id: buyId, audience: 'everybody', message: `${TEXT} ${index}` },
        { as: ownerId, elsewhere: index % 2 === 0, key: crypto.randomUUID() },
      ),
    ),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ body }) => body.code === 'broadcast_too_soon')).toHaveLength(19)
})

test.each([
  ['too soon', { minutes: 9, times: 1 }, /^One message in 10 minutes/],
  ['the fourth of a day', { minutes: 20, times: 3 }, /^Three messages in 24 hours/],
])('the database refuses one that is %s', async (_, { minutes, times }, text) => {
  const { buyId, ownerId } = await buyOfThree()
  const insert = () =>
    market.db.owner.query(
      `insert into public.buy_broadcasts (group_buy_id, author_id, kind, body) values ($1, $2, 'message', 'x')`,
      [buyId, ownerId],
    )
  for (let sent = 0; sent < times; sent++) {
    await insert()
    await age(buyId, minutes)
  }
  await expect(insert()).rejects.toThrow(text)
})

test('only the shop and its overseers, while it is active, and only to people that the state tells apart', async () => {
  const { buyId, ownerId, vendorId, unpaid } = await buyOfThree()
  const others = [
    (await market.shop()).ownerId,
    await market.manager('Kano'),
    await market.person({ role: 'administrator' }),
  ]
  for (const other of others) expect((await send(buyId, other)).body.code).toBe('buy_not_found')
  expect((await send(buyId, String(unpaid[0]))).body.code).toBe('own_case')
  expect((await send(buyId, ownerId, { message: ' ' })).status).toBe(400)
  expect((await send(buyId, ownerId, { message: 'x'.repeat(501) })).status).toBe(400)
  expect((await send(buyId, ownerId, { audience: 'all' })).status).toBe(400)
  await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  expect((await send(buyId, ownerId)).body.code).toBe('shop_is_suspended')
  const insert = (author: string) =>
    market.db.owner.query(
      `insert into public.buy_broadcasts (group_buy_id, author_id, kind, body) values ($1, $2, 'message', 'x')`,
      [buyId, author],
    )
  await expect(insert(ownerId)).rejects.toThrow(/^Only its own shop/)
  await market.moved('manager', `update public.vendors set status = 'active' where id = $1`, [vendorId])
  await expect(insert(String(others[0]))).rejects.toThrow(/^Only its own shop/)
  const empty = await market.buy()
  expect((await send(empty.buyId, empty.ownerId)).body.code).toBe('audience_empty')
  await market.moved('vendor', `update public.group_buys set status = 'cancelled', end_reason = 'x' where id = $1`, [
    buyId,
  ])
  expect((await send(buyId, ownerId)).body.code).toBe('audience_unknown')
  await expect(insert(ownerId)).rejects.toThrow(/^These people cannot be told apart/)
})

test('the shop, its overseers and the recipients read it; other buyers and shops do not', async () => {
  const { buyId, ownerId, paid, unpaid } = await buyOfThree()
  const { body } = await send(buyId, ownerId, { audience: 'unpaid' })
  const readers = { ownerId, paid, unpaid: String(unpaid[0]), manager: await market.manager('Lagos') }
  const outsiders = { shop: (await market.shop()).ownerId, manager: await market.manager('Kano') }
  const read = async (person: string) =>
    (await asPerson(market.db, person, 'select body from public.buy_broadcasts where id = $1', [body.broadcast_id]))
      .rows
  const seen = await Promise.all([...Object.values(readers), ...Object.values(outsiders)].map(read))
  expect(seen.map((rows) => rows?.length)).toEqual([1, 0, 1, 1, 0, 0])
  const own = await asPerson(market.db, String(unpaid[0]), 'select person_id from public.buy_broadcast_recipients')
  expect(own.rows).toEqual([{ person_id: unpaid[0] }])
  const insert = `insert into public.buy_broadcast_recipients (broadcast_id, person_id) values ($1, $2)`
  expect((await asPerson(market.db, ownerId, insert, [body.broadcast_id, paid])).errorCode).toBe('42501')
})

test('2,600 people are told in batches; a run that dies is resumed, and each is told once', async () => {
  const { buyId, ownerId } = await market.buy()
  await market.db.owner.query(
    `with people as (
       insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       select gen_random_uuid(), 'crowd' || n || '@market.test', now(), '{"full_name":"Crowd"}' from generate_series(1, 2600) n returning id)
     select count(*) from people`,
  )
  await market.db.owner.query(
    `begin; set local session_replication_role = replica;
     insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price)
     select g.id, u.id, g.vendor_id, 1, 80000, 80000, 76000 from public.group_buys g, auth.users u where g.id = '${buyId}' and u.email like 'crowd%'; commit`,
  )
  const { body } = await send(buyId, ownerId)
  expect(body.recipients).toBe(2600)
  await market.db.owner.query(
    `create function public.die() returns trigger language plpgsql as $$ begin
       if (select count(*) from outbox.entries where message = 'shop-message' and facts ->> 'buyId' = '${buyId}') > 1200 then raise exception 'killed'; end if;
       return null; end $$;
     create trigger die after insert on outbox.entries for each statement execute function public.die();`,
  )
  await expect(run(body.broadcast_id)).rejects.toThrow('killed')
  expect(await notified(buyId)).toHaveLength(1000)
  await market.db.owner.query('drop trigger die on outbox.entries; drop function public.die()')
  await Promise.all([run(body.broadcast_id), run(body.broadcast_id)])
  await run(body.broadcast_id)
  const told = await notified(buyId)
  expect([told.length, new Set(told.map(({ person_id }) => person_id)).size]).toEqual([2600, 2600])
  const { done } = await market.row<{ done: boolean }>(
    'select notified_at is not null as done from public.buy_broadcasts where id = $1',
    [body.broadcast_id],
  )
  expect(done).toBe(true)
})
