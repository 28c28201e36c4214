import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { notifyRegion } from './notify-region.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const NOTICE = { audience: 'shops', title: 'The bridge is closed', message: 'Come by Third Mainland.', expected: 5 }
const send = (as: string, states: string[], changes: Record<string, unknown> = {}) =>
  market.call('send-region-notice', { ...NOTICE, states, ...changes }, { as, key: crypto.randomUUID() })
const decide = (as: string, id: string, decision: string) =>
  market.call('decide-region-notice', { broadcast_id: id, decision }, { as })
const run = (id: string) =>
  notifyRegion({ database: market.db.database, siteUrl: 'https://market.test' }, { broadcast_id: id })
const start = (id: string) =>
  market.db.owner.query(`update public.region_broadcasts set starts_at = clock_timestamp() where id = $1`, [id])
const broadcast = (id: string) =>
  market.row('select status, expected, recipients, delivered from public.region_broadcasts where id = $1', [id])
const told = async (person: string) =>
  (
    await market.db.owner.query(`select title from public.notices where person_id = $1 and kind = 'region-notice'`, [
      person,
    ])
  ).rows

test('it starts after a minute, each person is told once, also by two runs at once', async () => {
  const [one, two, other] = [
    await market.shop({ state: 'Kwara' }),
    await market.shop({ state: 'Kwara' }),
    await market.shop({ state: 'Kano' }),
  ]
  const manager = await market.manager('Kwara')
  const { status, body } = await send(manager, ['Kwara'])
  expect([status, body.needs_approval]).toEqual([200, false])
  await run(body.broadcast_id)
  expect(await broadcast(body.broadcast_id)).toEqual({ status: 'scheduled', expected: 2, recipients: 0, delivered: 0 })
  await start(body.broadcast_id)
  await Promise.all([run(body.broadcast_id), run(body.broadcast_id)])
  await run(body.broadcast_id)
  expect(await broadcast(body.broadcast_id)).toEqual({ status: 'sent', expected: 2, recipients: 2, delivered: 2 })
  expect(await told(one.ownerId)).toEqual([{ title: NOTICE.title }])
  expect(await told(two.ownerId)).toHaveLength(1)
  expect(await told(other.ownerId)).toEqual([])
  expect((await decide(manager, body.broadcast_id, 'withdraw')).body.code).toBe('notice_moved')
})

test('a run that died is continued, and a notice that was withdrawn reaches no person', async () => {
  const shops = [await market.shop({ state: 'Edo' }), await market.shop({ state: 'Edo' })]
  const manager = await market.manager('Edo')
  const first = String((await send(manager, ['Edo'])).body.broadcast_id)
  await start(first)
  await market.db.owner.query(`update public.region_broadcasts set status = 'sending' where id = $1`, [first])
  await market.db.owner.query(
    'insert into public.region_broadcast_recipients (broadcast_id, person_id, notified_at) values ($1, $2, now())',
    [first, shops[0]?.ownerId],
  )
  await run(first)
  expect(await told(String(shops[0]?.ownerId))).toEqual([])
  expect(await told(String(shops[1]?.ownerId))).toHaveLength(1)
  const second = String((await send(manager, ['Edo'])).body.broadcast_id)
  expect((await decide(manager, second, 'withdraw')).status).toBe(200)
  await start(second)
  await run(second)
  expect(await told(String(shops[1]?.ownerId))).toHaveLength(1)
})

test('only for states that the author looks after, and three a day', async () => {
  await market.shop({ state: 'Niger' })
  const manager = await market.manager('Niger')
  expect((await send(manager, ['Kano'])).body.code).toBe('not_your_states')
  expect((await send(manager, ['Niger', 'Kano'])).body.code).toBe('not_your_states')
  expect((await send(await market.person(), ['Niger'])).status).toBe(403)
  expect((await send(manager, ['Niger', 'Atlantis'])).status).toBe(403)
  expect((await send(manager, [])).status).toBe(400)
  expect((await send(manager, ['Niger'], { audience: 'open_orders' })).body.code).toBe('region_empty')
  const insert = (states: string[]) =>
    market.db.owner.query(
      `insert into public.region_broadcasts (author_id, author_name, states, audience, title, body) values ($1, 'x', $2, 'shops', 'x', 'x')`,
      [manager, states],
    )
  await expect(insert(['Kano'])).rejects.toThrow(/^Notices go to the people of states/)
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => send(manager, ['Niger'])))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(sent.find(({ status }) => status === 409)?.body.code).toBe('notices_used_up')
  await expect(insert(['Niger'])).rejects.toThrow(/^Three notices in 24 hours/)
})

test('more than 1,000 people need a second person, who looks after the states too', async () => {
  await market.db.owner.query(
    `begin; set local session_replication_role = replica;
     with people as (insert into public.profiles (id, full_name, role) select gen_random_uuid(), 'Buyer', 'customer' from generate_series(1, 1001) returning id)
     insert into public.buyer_areas (profile_id, state, lga) select id, 'Yobe', 'Damaturu' from people; commit`,
  )
  const [author, other, away] = [
    await market.manager('Yobe'),
    await market.manager('Yobe'),
    await market.manager('Kano'),
  ]
  expect((await send(author, ['Yobe'], { audience: 'all', expected: 100 })).body.code).toBe('audience_changed')
  expect(
    await market.row(`select count(*)::integer as n from public.region_broadcasts where author_id = $1`, [author]),
  ).toEqual({ n: 0 })
  const { body } = await send(author, ['Yobe'], { audience: 'all', expected: 1001 })
  expect(body.needs_approval).toBe(true)
  expect((await decide(author, body.broadcast_id, 'approve')).body.code).toBe('second_person_needed')
  expect((await decide(away, body.broadcast_id, 'approve')).status).toBe(404)
  for (const approver of [author, away, null])
    await expect(
      market.db.owner.query(
        `update public.region_broadcasts set status = 'scheduled', approver_id = $2 where id = $1`,
        [body.broadcast_id, approver],
      ),
    ).rejects.toThrow(/^A second person/)
  await expect(
    market.db.owner.query(`update public.region_broadcasts set status = 'sending' where id = $1`, [body.broadcast_id]),
  ).rejects.toThrow(/^This notice has moved on/)
  expect((await decide(other, body.broadcast_id, 'approve')).status).toBe(200)
  for (const change of [`states = '{Kano}'`, `audience = 'shops'`, `title = 'x'`, `body = 'x'`])
    await expect(
      market.db.owner.query(`update public.region_broadcasts set ${change} where id = $1`, [body.broadcast_id]),
    ).rejects.toThrow(/^A notice stays as it was written/)
  await start(body.broadcast_id)
  await run(body.broadcast_id)
  expect(await broadcast(body.broadcast_id)).toMatchObject({ status: 'sent', recipients: 1001, delivered: 1001 })
  const reader = String(
    (
      await market.row(
        'select min(person_id::text) as id from public.region_broadcast_recipients where broadcast_id = $1',
        [body.broadcast_id],
      )
    )?.id,
  )
  // Neither a manager of other states nor a recipient sees who wrote it; a recipient sees its text.
  for (const person of [away, reader])
    expect(
      (await asPerson(market.db, person, 'select from public.region_broadcasts where id = $1', [body.broadcast_id]))
        .count,
    ).toBe(0)
  const texts = (person: string) => asPerson(market.db, person, 'select title, body from public.my_region_notices')
  expect((await texts(reader)).rows).toEqual([{ title: expect.any(String), body: expect.any(String) }])
  expect((await texts(away)).rows).toEqual([])
  const size = await asPerson(market.db, away, `select public.region_audience_size('{Yobe}', 'all') as size`)
  expect(size.rows).toEqual([{ size: 0 }])
})
