import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { currentWindow, hubWithRider, makeReadyForDelivery } from '#server/testing/goods/delivery-runs.ts'
import { uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
let ownerId: string
let hub: Awaited<ReturnType<typeof hubWithRider>>
const orders: TestOrder[] = []
beforeAll(async () => {
  market = await openTestMarket()
  // Tubers at ₦80,000 of 3 to 5 kg each.
  const buy = { min_participants: 1, least_kg_per_unit: 3, most_kg_per_unit: 5 }
  const made = await paidBuys(market).settled(3, { quantity: 2, buy })
  ownerId = made.ownerId
  orders.push(...made.orders)
  hub = await hubWithRider(market)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const lineOf = async (orderId: string) =>
  (await market.row<{ id: string }>('select id from public.order_lines where order_id = $1', [orderId])).id

async function weigh(orderId: string, kilograms: string) {
  const body = { line_id: await lineOf(orderId), kilograms, photo: await uploadGoodsPhoto(market, ownerId) }
  return market.call('weigh-order', { ...body, weighed_before: 0 }, { as: ownerId })
}

const start = (run_id: string) => market.call('start-run', { run_id }, { as: hub.rider })

/** Plans a run of so many orders whose goods are not weighed. */
async function planned(amount: number) {
  const sent = orders.splice(0, amount)
  const handOverIds = []
  for (const { orderId } of sent) handOverIds.push(await makeReadyForDelivery(market, orderId))
  const run = { run_id: null, pickup_point_id: hub.hubId, vendor_id: null, rider_id: hub.rider, ...currentWindow() }
  const order_ids = sent.map(({ orderId }) => orderId)
  const { body } = await market.call('plan-run', { ...run, order_ids }, { as: hub.planner })
  return { runId: body.run_id as string, sent, handOverIds }
}

test('a run leaves once all its goods by weight are weighed', async () => {
  const { runId, sent, handOverIds } = await planned(2)
  const first = await start(runId)
  expect(first.body.code).toBe('run_unweighed')
  expect(first.body.message).toMatch(/is sold by weight, and it is not weighed yet\. 1 more are like it\./)
  await expect(
    market.db.owner.query(`update public.delivery_runs set status = 'out', started_at = now() where id = $1`, [runId]),
  ).rejects.toThrow('weighed before a run leaves')
  await weigh(sent[0]!.orderId, '8')
  expect((await start(runId)).body.code).toBe('run_unweighed')
  await weigh(sent[1]!.orderId, '10')
  expect((await start(runId)).status).toBe(200)
  const { body } = await market.call('read-codes', {}, { as: sent[0]!.buyer })
  const handOver = { hand_over_id: handOverIds[0], code: body.codes[0].code, lines: null }
  expect((await market.call('hand-over', handOver, { as: hub.rider })).body).toMatchObject({ outcome: 'done' })
})

test('a weight that waits for an answer holds the run, and the order can be taken out instead', async () => {
  const { runId, sent } = await planned(1)
  expect((await weigh(sent[0]!.orderId, '5')).body.waits).toBe(true)
  expect((await start(runId)).body.message).toMatch('its weight waits for an answer')
  const stops = await asPerson(market.db, hub.planner, 'select * from public.visible_stops')
  const stop = stops.rows.find(({ run_id }) => run_id === runId)
  expect(stop).toMatchObject({ may_weigh: false, lines: [{ weigh: true }] })
  expect((await market.call('remove-from-run', { stop_id: stop?.id }, { as: hub.planner })).status).toBe(200)
})
