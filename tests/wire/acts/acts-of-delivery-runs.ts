import { currentWindow, hubWithRider, makeReadyForDelivery } from '#server/testing/goods/delivery-runs.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, count } from './act.ts'

/** A paid cart order that is ready for delivery, and the request of a run with it. */
async function toSend(market: TestMarket) {
  const { vendorId } = await market.shop()
  const productId = await market.product(vendorId)
  const buyer = await market.person()
  const lines = [{ product_id: productId, quantity: 2, unit_price_kobo: 8_000_000 }]
  await market.call('order-cart', { lines, expected_kobo: 16_400_000 }, { as: buyer })
  const { id: orderId } = await market.row<{ id: string }>('select id from public.orders where user_id = $1', [buyer])
  await market.moved(
    'gateway',
    `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where id = $1`,
    [orderId],
  )
  await makeReadyForDelivery(market, orderId)
  const { hubId, planner, rider } = await hubWithRider(market)
  const house = { run_id: null, pickup_point_id: hubId, vendor_id: null }
  return { orderId, planner, rider, body: { ...house, rider_id: rider, ...currentWindow(), order_ids: [orderId] } }
}

async function planned(market: TestMarket) {
  const { body, ...made } = await toSend(market)
  const { run_id: runId } = (await market.call('plan-run', body, { as: made.planner })).body
  const { id: stopId } = await market.row<{ id: string }>('select id from public.delivery_stops where run_id = $1', [
    runId,
  ])
  return { ...made, runId, stopId }
}

const stops = (market: TestMarket, orderId: string, is: string) =>
  count(market, `public.delivery_stops where order_id = $1 and ${is}`, [orderId])

/** Commands about delivery runs. */
export const actsOfDeliveryRuns = {
  async 'plan-run'(market: TestMarket) {
    const { orderId, planner, body } = await toSend(market)
    return {
      as: planner,
      body,
      other: { ...body, order_ids: [] },
      effects: () => stops(market, orderId, 'true'),
    }
  },
  async 'start-run'(market: TestMarket) {
    const { runId, orderId, rider } = await planned(market)
    return {
      as: rider,
      body: { run_id: runId },
      other: { run_id: crypto.randomUUID() },
      effects: () => stops(market, orderId, 'out_at is not null'),
    }
  },
  async 'remove-from-run'(market: TestMarket) {
    const { stopId, orderId, planner } = await planned(market)
    return {
      as: planner,
      body: { stop_id: stopId },
      other: { stop_id: crypto.randomUUID() },
      effects: () => stops(market, orderId, `status = 'removed'`),
    }
  },
  async 'sort-stops'(market: TestMarket) {
    const { runId, stopId, rider } = await planned(market)
    return {
      as: rider,
      body: { run_id: runId, stop_ids: [stopId] },
      other: { run_id: runId, stop_ids: [] },
      effects: () => count(market, `public.audit_log where action = 'run.sort' and subject_id = $1`, [runId]),
    }
  },
  async 'fail-delivery'(market: TestMarket) {
    const { runId, stopId, orderId, rider } = await planned(market)
    await market.call('start-run', { run_id: runId }, { as: rider })
    const body = { stop_id: stopId, reason: 'no-code', note: '', photo: '' }
    return {
      as: rider,
      body,
      other: { ...body, reason: 'refused' },
      effects: () => stops(market, orderId, `status = 'failed'`),
    }
  },
} satisfies Record<string, ActOf>
