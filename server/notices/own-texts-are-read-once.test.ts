import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { currentWindow, hubWithRider, makeReadyForDelivery } from '#server/testing/goods/delivery-runs.ts'

let claims: Awaited<ReturnType<typeof openClaimMarket>>
beforeAll(async () => {
  claims = await openClaimMarket(10)
})
afterAll(() => claims.market.close())

/** The messages whose own texts were read meanwhile, once for each time. */
async function readsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    await claims.market.relay()
    return (queries.mock.calls as unknown[][]).flatMap(([query]) => {
      const { name, values } = Object(query) as { name?: string; values?: string[] }
      return name === 'read-own-texts' ? [values?.[0] ?? ''] : []
    })
  } finally {
    queries.mockRestore()
  }
}

const noticesOf = async (kind: string) =>
  (
    await claims.market.row<{ notices: number }>(
      'select count(*)::integer as notices from public.notices where kind = $1',
      [kind],
    )
  ).notices

test('a contested claim reads them once for all who may decide it', async () => {
  const { market, opened, contest } = claims
  await market.manager('Lagos')
  const id = await opened()
  const reads = await readsDuring(() => contest(id))
  expect(reads.filter((kind) => kind === 'claim-to-judge')).toHaveLength(1)
  expect(await noticesOf('claim-to-judge')).toBe(2)
})

test('a cancelled group buy reads them once for all buyers', async () => {
  const { market } = claims
  const { buyId, ownerId } = await market.buy()
  for (const buyer of [await market.person(), await market.person(), await market.person()])
    await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const reads = await readsDuring(async () => {
    const answer = await market.call(
      'cancel-group-buy',
      { group_buy_id: buyId, reason: 'The lorry broke down.' },
      { as: ownerId },
    )
    expect(answer.status).toBe(200)
  })
  expect(reads.filter((kind) => kind === 'buy-cancelled')).toHaveLength(1)
  expect(await noticesOf('buy-cancelled')).toBe(3)
})

test('a delivery run that leaves reads them once for all stops', async () => {
  const { market, nextOrder } = claims
  const { hubId, planner, rider } = await hubWithRider(market)
  const orders = [nextOrder(), nextOrder()]
  for (const { orderId } of orders) await makeReadyForDelivery(market, orderId)
  const input = { run_id: null, pickup_point_id: hubId, vendor_id: null, rider_id: rider, ...currentWindow() }
  const order_ids = orders.map(({ orderId }) => orderId)
  const planned = await readsDuring(async () => {
    const { body } = await market.call('plan-run', { ...input, order_ids }, { as: planner })
    expect((await market.call('start-run', { run_id: body.run_id }, { as: rider })).status).toBe(200)
  })
  expect(planned.toSorted()).toEqual(['delivery-out', 'delivery-planned'])
  expect([await noticesOf('delivery-planned'), await noticesOf('delivery-out')]).toEqual([2, 2])
})
