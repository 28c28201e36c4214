import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { moveGroupBuys } from '../move-group-buys.ts'
import { notifyWaiters } from './notify-waiters.ts'

const SITE = 'https://market.test'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const people = (amount: number) => Promise.all(Array.from({ length: amount }, () => market.person()))
const join = (as: string, buyId: string, quantity = 1) =>
  market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as, elsewhere: Math.random() < 0.5 })
const wait = (as: string, buyId: string, quantity = 1) =>
  market.call('join-waiting-list', { group_buy_id: buyId, quantity }, { as })
const leaveList = (as: string, buyId: string) => market.call('leave-waiting-list', { group_buy_id: buyId }, { as })
const leave = (as: string, orderId: string) => market.call('leave-group-buy', { order_id: orderId }, { as })
const tell = (buyId: string) => notifyWaiters({ database: market.db.database, siteUrl: SITE }, { group_buy_id: buyId })
const lapse = async (buyId: string) => {
  await market.db.owner.query(
    `update public.buy_waits set offer_expires_at = now() - interval '1 minute' where group_buy_id = $1 and status = 'offered'`,
    [buyId],
  )
  expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
}
const line = async (buyId: string) =>
  (
    await market.db.owner.query<{ person_id: string; status: string }>(
      'select person_id, status from public.buy_waits where group_buy_id = $1 order by created_at, id',
      [buyId],
    )
  ).rows
const statuses = async (buyId: string) => (await line(buyId)).map(({ status }) => status)
const notices = async (person: string) =>
  (
    await market.db.owner.query<{ kind: string }>(
      `select kind from public.notices where person_id = $1 and kind like any ('{place-%,waiting-%}') order by created_at`,
      [person],
    )
  ).rows.map(({ kind }) => kind)

/** A buy of two bags, taken by two people, with these people in its line. */
async function fullBuy(quantities: readonly number[] = []) {
  const { buyId, ownerId } = await market.buy({ target_quantity: 2, min_participants: 1, price_tiers: '[]' })
  const [one = '', other = ''] = await people(2)
  const orders: string[] = []
  for (const person of [one, other]) orders.push((await join(person, buyId)).body.order.id)
  const waiters = await people(quantities.length)
  for (const [index, quantity] of quantities.entries())
    expect((await wait(waiters[index] ?? '', buyId, quantity)).status).toBe(200)
  return { buyId, ownerId, people: [one, other] as const, orders: orders as [string, string], waiters }
}

describe('the line', () => {
  test('what becomes free is offered in order, and is not for others', async () => {
    const { buyId, people: inside, orders, waiters } = await fullBuy([1, 1])
    const [first = '', second = ''] = waiters
    expect(await statuses(buyId)).toEqual(['waiting', 'waiting'])
    await leave(inside[0], orders[0])
    expect(await statuses(buyId)).toEqual(['offered', 'waiting'])
    expect((await join(await market.person(), buyId)).body.code).toBe('places_offered')
    expect((await join(second, buyId)).body.code).toBe('places_offered')
    expect((await wait(first, buyId)).body.code).toBe('offer_waits')
    expect((await join(first, buyId)).status).toBe(200)
    expect(await statuses(buyId)).toEqual(['joined', 'waiting'])
  })

  test('the first whose whole quantity fits is next, and keeps the place otherwise', async () => {
    const { buyId, people: inside, orders, waiters } = await fullBuy([2, 1])
    await leave(inside[0], orders[0])
    expect(await statuses(buyId)).toEqual(['waiting', 'offered'])
    await leaveList(waiters[1] ?? '', buyId)
    expect(await statuses(buyId)).toEqual(['waiting', 'left'])
    await leave(inside[1], orders[1])
    expect(await statuses(buyId)).toEqual(['offered', 'left'])
  })

  test('an offer that is not taken goes to the next after 30 minutes, and is told once each', async () => {
    const { buyId, people: inside, orders, waiters } = await fullBuy([1, 1])
    const [first = '', second = ''] = waiters
    await leave(inside[0], orders[0])
    await Promise.all([tell(buyId), tell(buyId)])
    const { minutes } = await market.row<{ minutes: number }>(
      `select round(extract(epoch from offer_expires_at - now()) / 60)::integer as minutes from public.buy_waits where group_buy_id = $1 and status = 'offered'`,
      [buyId],
    )
    expect(minutes).toBe(30)
    await lapse(buyId)
    expect(await statuses(buyId)).toEqual(['lapsed', 'offered'])
    expect((await join(first, buyId)).body.code).toBe('places_offered')
    await Promise.all([tell(buyId), tell(buyId)])
    await tell(buyId)
    expect([await notices(first), await notices(second)]).toEqual([
      ['place-offered', 'place-lapsed'],
      ['place-offered'],
    ])
  })

  test('fewer units than offered may be taken; the rest goes to the next', async () => {
    const { buyId, people: inside, orders, waiters } = await fullBuy([2, 1])
    await leave(inside[0], orders[0])
    await leaveList(waiters[1] ?? '', buyId)
    await leave(inside[1], orders[1])
    const last = await market.person()
    await wait(last, buyId)
    expect((await join(waiters[0] ?? '', buyId, 1)).status).toBe(200)
    expect(await statuses(buyId)).toEqual(['joined', 'left', 'offered'])
  })

  test('the list ends with the buy, and people are told', async () => {
    const { buyId, waiters } = await fullBuy([1])
    await market.moved('clock', `update public.group_buys set status = 'closed', closed_at = now() where id = $1`, [
      buyId,
    ])
    expect(await statuses(buyId)).toEqual(['closed'])
    await tell(buyId)
    expect(await notices(waiters[0] ?? '')).toEqual(['waiting-list-closed'])
    expect((await wait(await market.person(), buyId)).body.code).toBe('buy_not_active')
  })

  test('people outside a full number of participants wait too; those in it only for units', async () => {
    const { buyId } = await market.buy({
      target_quantity: 9,
      min_participants: 1,
      max_participants: 1,
      price_tiers: '[]',
    })
    const [inside = '', outside = ''] = await people(2)
    const { body } = await join(inside, buyId)
    expect((await join(outside, buyId)).body.code).toBe('no_places_left')
    expect((await wait(inside, buyId)).body.code).toBe('places_free')
    expect((await wait(outside, buyId)).status).toBe(200)
    await leave(inside, body.order.id)
    expect((await join(inside, buyId)).body.code).toBe('places_offered')
    expect((await join(outside, buyId)).status).toBe(200)
  })
})

test('people see their own place only, and everybody how many wait', async () => {
  const { buyId, waiters } = await fullBuy([1, 1])
  const asWaiter = async (person: string, sql: string) => {
    const client = await market.db.owner.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: person, role: 'authenticated' }),
      ])
      await client.query('set local role authenticated')
      return (await client.query(sql, [buyId])).rows
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const [, second = ''] = waiters
  expect(await asWaiter(second, 'select person_id from public.buy_waits where group_buy_id = $1')).toEqual([
    { person_id: second },
  ])
  expect(await asWaiter(second, 'select position, quantity, status from public.own_waits(array[$1]::uuid[])')).toEqual([
    { position: 2, quantity: 1, status: 'waiting' },
  ])
  expect(await asWaiter(second, 'select g.waiting_people from public.group_buys g where g.id = $1')).toEqual([
    { waiting_people: 2 },
  ])
  await expect(
    asWaiter(second, `update public.buy_waits set status = 'offered' where group_buy_id = $1`),
  ).rejects.toThrow(/permission denied/)
})

test('the database refuses an order for what is on offer, whatever a command decides', async () => {
  const { buyId, people: inside, orders } = await fullBuy([1])
  await leave(inside[0], orders[0])
  await expect(
    market.db.owner.query('update public.group_buys set current_quantity = current_quantity + 1 where id = $1', [
      buyId,
    ]),
  ).rejects.toThrow('offered to people on the waiting list')
})

test('many leave and many join at once: nobody has two offers, and never is more sold than there is', async () => {
  const TARGET = 12
  const { buyId } = await market.buy({ target_quantity: TARGET, min_participants: 1, price_tiers: '[]' })
  const inside = await people(TARGET)
  const orders = new Map<string, string>()
  await Promise.all(inside.map(async (person) => orders.set(person, (await join(person, buyId)).body.order.id)))
  const waiters = await people(15)
  await Promise.all(waiters.map((person, index) => wait(person, buyId, 1 + (index % 3))))
  expect(new Set(await statuses(buyId))).toEqual(new Set(['waiting']))
  const strangers = await people(20)
  const isOversold = async () =>
    (
      await market.row<{ taken: number }>(
        'select g.current_quantity + public.offered_units(g) as taken from public.group_buys g where g.id = $1',
        [buyId],
      )
    ).taken > TARGET
  for (const round of [0, 1, 2, 3]) {
    const leaving = inside.slice(round * 3, round * 3 + 3)
    const claiming = (await line(buyId)).filter(({ status }) => status === 'offered')
    await Promise.all([
      ...leaving.map((person) => leave(person, orders.get(person) ?? '')),
      ...claiming.map(({ person_id }) => join(person_id, buyId, 1)),
      ...strangers.map((person) => join(person, buyId, 1)),
      ...waiters.slice(round * 2, round * 2 + 2).map((person) => leaveList(person, buyId)),
    ])
    expect(await isOversold(), `round ${round}`).toBe(false)
    await lapse(buyId)
    expect(await isOversold(), `round ${round}`).toBe(false)
  }
  const { rows } = await market.db.owner.query(
    'select person_id from public.buy_waits where group_buy_id = $1 and is_open group by person_id having count(*) > 1',
    [buyId],
  )
  expect(rows).toEqual([])
  const counted = await market.row(
    `select g.current_quantity as counted, (select sum(quantity)::integer from public.orders where group_buy_id = g.id and is_live) as ordered
     from public.group_buys g where g.id = $1`,
    [buyId],
  )
  expect(counted.counted).toBe(counted.ordered)
  expect(market.faults).toEqual([])
}, 60_000)

test('nobody loses their offer to a pause of new orders: it is made again when the pause is over', async () => {
  const { buyId, people: inside, orders, waiters } = await fullBuy([1, 1])
  const [first = '', second = ''] = waiters
  const chief = await market.person({ role: 'chief' })
  const turn = async (value: number) => {
    const change = { key: 'pause_orders', value, effective_from: null, note: 'The test', confirm: null }
    expect((await market.call('plan-setting', change, { as: chief })).status).toBe(200)
  }
  await leave(inside[0], orders[0])
  await tell(buyId)
  await turn(1)
  await lapse(buyId)
  expect(await statuses(buyId)).toEqual(['offered', 'waiting'])
  expect((await join(first, buyId)).body.code).toBe('market_paused')
  await turn(0)
  await lapse(buyId)
  await tell(buyId)
  expect(await statuses(buyId)).toEqual(['offered', 'waiting'])
  expect(await notices(first)).toEqual(['place-offered', 'place-offered'])
  // Half an hour later offers lapse as ever.
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`delete from public.settings where key = 'pause_orders' and effective_from > '-infinity'`),
  )
  await lapse(buyId)
  expect(await statuses(buyId)).toEqual(['lapsed', 'offered'])
  expect((await join(second, buyId)).status).toBe(200)
})
