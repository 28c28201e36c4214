import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { notifyOfBroadcast } from './notify-of-broadcast.ts'

let market: TestMarket
let manager: string
let elsewhere: string
beforeAll(async () => {
  market = await openTestMarket()
  manager = await market.manager('Lagos')
  elsewhere = await market.manager('Kano')
})
afterAll(() => market.close())

async function joinedBuy() {
  const { buyId, ownerId } = await market.buy()
  const buyer = await market.person()
  await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const { end_date: end } = await market.row<{ end_date: Date }>(
    'select end_date from public.group_buys where id = $1',
    [buyId],
  )
  return { buyId, ownerId, buyer, end: end.toISOString() }
}

const told = async (person: string) =>
  (
    await market.db.owner.query<{ kind: string; title: string; body: string }>(
      'select kind, title, body from public.notices where person_id = $1 order by created_at desc, id',
      [person],
    )
  ).rows

test('a manager of the state writes to the people in a group buy, in the name of the market, and its shop is told', async () => {
  const { buyId, ownerId, buyer } = await joinedBuy()
  const send = (as: string) =>
    market.call(
      'message-group-buy',
      { group_buy_id: buyId, audience: 'everybody', message: 'The road is open.' },
      { as },
    )
  for (const as of [elsewhere, await market.person()]) expect((await send(as)).status).toBe(404)
  expect((await send(buyer)).body.code).toBe('own_case')
  const { status, body } = await send(manager)
  expect([status, body.recipients]).toEqual([200, 1])
  await notifyOfBroadcast(
    { database: market.db.database, siteUrl: 'https://market.test' },
    { broadcast_id: body.broadcast_id },
  )
  const [notice] = await told(buyer)
  expect(notice?.title).toContain('From Ajoja about')
  expect((await told(ownerId))[0]).toMatchObject({ kind: 'shop-buy-written-to', body: 'The road is open.' })
  // The limits count for the group buy, not for the writer.
  expect((await send(ownerId)).status).toBe(409)
  expect((await send(manager)).status).toBe(409)
})

test('a manager of the state extends a group buy, and its shop is told', async () => {
  const { buyId, ownerId, buyer, end } = await joinedBuy()
  const extend = (as: string) =>
    market.call('extend-group-buy', { group_buy_id: buyId, days: 2, end_date: end }, { as })
  expect((await extend(elsewhere)).status).toBe(404)
  expect((await extend(buyer)).body.code).toBe('own_case')
  const answers = await Promise.all([extend(manager), extend(ownerId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body } = await extend(manager)
  expect(body.code).toBe('dates_changed')
  const { rows } = await market.db.owner.query(
    `select by_staff, author_id = $2 as is_managers from public.buy_broadcasts where group_buy_id = $1`,
    [buyId, manager],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.by_staff).toBe(rows[0]?.is_managers)
  const kinds = (await told(ownerId)).map(({ kind }) => kind)
  expect(kinds.includes('shop-buy-moved')).toBe(rows[0]?.by_staff)
})

test('the database takes no message of staff of other states, or with a part in the group buy', async () => {
  const { buyId, buyer } = await joinedBuy()
  const insert = (author: string) =>
    market.db.owner.query(
      `insert into public.buy_broadcasts (group_buy_id, author_id, kind, body) values ($1, $2, 'message', 'The road is open.')`,
      [buyId, author],
    )
  await expect(insert(elsewhere)).rejects.toThrow('staff of its state')
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.profiles set role = 'chief' where id = $1`, [buyer]),
  )
  await expect(insert(buyer)).rejects.toThrow('their own case')
})
