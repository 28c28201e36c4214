import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { makeReady } from '#server/testing/goods/hand-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('the counters of a place count people, those in time apart from those who did not come', async () => {
  const { ownerId, orders } = await paidBuys(market).settled(5)
  const counters = async (person: string) =>
    (await asPerson(market.db, person, 'select expected, late, done, next_due_until from public.own_counters')).rows
  expect(await counters(ownerId)).toEqual([])
  const handOvers: string[] = []
  for (const { orderId } of orders.slice(0, 3)) handOvers.push(await makeReady(market, orderId))
  expect(await counters(ownerId)).toMatchObject([{ expected: 3, late: 0, done: 0 }])
  // The goods are not at any place that a buyer or a stranger serves.
  for (const other of [orders[0]?.buyer ?? '', await market.person(), await market.person({ role: 'chief' })])
    expect(await counters(other)).toEqual([])

  await market.moved(
    'clock',
    `update public.hand_overs set due_from = now() - interval '2 days', due_until = now() - interval '1 day' where id = $1`,
    [handOvers[0]],
  )
  expect(await counters(ownerId)).toMatchObject([{ expected: 2, late: 1 }])
  await market.db.owner.query(
    `update public.hand_overs set due_from = now() - interval '2 days', due_until = now() - interval '1 day' where id = any ($1)`,
    [handOvers],
  )
  expect(await counters(ownerId)).toMatchObject([{ expected: 0, late: 3, next_due_until: null }])
})
