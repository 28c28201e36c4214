import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentWindow, hubWithRider, makeReadyForDelivery } from '#server/testing/goods/delivery-runs.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { raiseAmountLimits } from '#server/testing/money/amounts.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await raiseAmountLimits(market)
})
afterAll(() => market.close())

async function plannedRun(size: number) {
  const { orders } = await paidBuys(market).settled(size, { buy: { min_participants: 1 } })
  const { hubId, planner, rider } = await hubWithRider(market)
  for (const { orderId } of orders) await makeReadyForDelivery(market, orderId)
  const input = { run_id: null, pickup_point_id: hubId, vendor_id: null, rider_id: rider, ...currentWindow() }
  const { body } = await market.call(
    'plan-run',
    { ...input, order_ids: orders.map(({ orderId }) => orderId) },
    { as: planner },
  )
  const runId = String(body.run_id)
  const stops = async (): Promise<string[]> =>
    (
      await market.db.owner.query<{ id: string }>(
        `select id from public.delivery_stops where run_id = $1 and status = 'open' order by position`,
        [runId],
      )
    ).rows.map(({ id }) => id)
  const sort = (stop_ids: string[], as = rider) => market.call('sort-stops', { run_id: runId, stop_ids }, { as })
  return { runId, planner, rider, stops, sort }
}

test('the rider and the planner put the open stops of a run in another order', async () => {
  const { rider, planner, stops, sort } = await plannedRun(4)
  const [a = '', b = '', c = '', d = ''] = await stops()
  expect((await sort([d, a, b, c])).status).toBe(200)
  expect(await stops()).toEqual([d, a, b, c])
  expect((await sort([a, b, c, d], planner)).status).toBe(200)
  expect(await stops()).toEqual([a, b, c, d])

  // Two at once leave one of both orders.
  const orders = [
    [d, c, b, a],
    [c, d, a, b],
  ]
  const done = await Promise.all(orders.map((order, index) => sort(order, index === 0 ? rider : planner)))
  expect(done.map(({ status }) => status)).toEqual([200, 200])
  expect(orders).toContainEqual(await stops())
})

test('an order of other stops than the open ones is refused, and so are other people', async () => {
  const { runId, rider, stops, sort } = await plannedRun(3)
  const [a = '', b = '', c = ''] = await stops()
  for (const ids of [[a, b], [a, a, b], [a, b, crypto.randomUUID()], []])
    expect((await sort(ids)).body.code).toBe('stops_changed')
  for (const as of [await market.person(), await market.person({ role: 'chief' })])
    expect((await sort([c, b, a], as)).status).toBe(404)
  expect(await stops()).toEqual([a, b, c])

  // A door that is over keeps its place.
  await market.call('start-run', { run_id: runId }, { as: rider })
  await market.call('fail-delivery', { stop_id: b, reason: 'no-code', note: '', photo: '' }, { as: rider })
  expect((await sort([c, b, a])).body.code).toBe('stops_changed')
  expect((await sort([c, a])).status).toBe(200)
  expect(await stops()).toEqual([c, a])
  await expect(
    market.db.owner.query('update public.delivery_stops set position = 77 where id = $1', [b]),
  ).rejects.toThrow('This stop does not change any more')
})
