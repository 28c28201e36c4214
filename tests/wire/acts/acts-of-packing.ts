import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { setSharingDay, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { paidFromCart } from '#server/testing/money/paid-from-cart.ts'
import { type ActOf, count, movesTo } from './act.ts'

/** Commands about packing and weighing in. */
export const actsOfPacking = {
  async 'pack-order'(market: TestMarket) {
    const { ownerId, orderId } = await paidFromCart(market)
    const body = { order_id: orderId, line_id: null, packed: true }
    return {
      as: ownerId,
      body,
      other: { ...body, packed: false },
      effects: () => count(market, 'public.order_lines where order_id = $1 and packed_at is not null', [orderId]),
    }
  },
  async 'mark-ready'(market: TestMarket) {
    const { ownerId, orderId } = await paidFromCart(market)
    const body = { group_buy_id: null, order_id: orderId, orders: 1 }
    return {
      as: ownerId,
      body,
      other: { ...body, orders: 2 },
      effects: () => movesTo(market, orderId, 'ready'),
    }
  },
  async 'weigh-in'(market: TestMarket) {
    const { ownerId, orderId, productId, placeId } = await paidFromCart(market)
    const load = { pickup_point_id: placeId, group_buy_id: null, order_id: orderId, product_id: productId, part: 1 }
    const body = { ...load, units: 2, kilograms: '99.5', photo: null, shelf: 'B2', note: '' }
    return {
      as: ownerId,
      body,
      other: { ...body, units: 1 },
      effects: () => count(market, 'public.weigh_ins where order_id = $1', [orderId]),
    }
  },
  async 'weigh-order'(market: TestMarket) {
    const { ownerId, lineId } = await paidFromCart(market, { least_kg_per_unit: 3, most_kg_per_unit: 5 })
    const photo = await uploadGoodsPhoto(market, ownerId)
    const body = { line_id: lineId, kilograms: '8', photo, weighed_before: 0 }
    return {
      as: ownerId,
      body,
      other: { ...body, kilograms: '7' },
      effects: () =>
        count(
          market,
          'public.partial_refunds r join public.shortfall_shares s on s.partial_refund_id = r.id where s.line_id = $1',
          [lineId],
        ),
    }
  },
  async 'correct-load'(market: TestMarket) {
    const { ownerId, orderId, productId, placeId } = await paidFromCart(market)
    const load = { pickup_point_id: placeId, group_buy_id: null, order_id: orderId, product_id: productId, part: 1 }
    const counted = { ...load, units: 1, kilograms: '49.5', photo: null, shelf: 'B2', note: '' }
    const { body: weighed } = await market.call('weigh-in', counted, { as: ownerId })
    const body = {
      weigh_in_id: String(weighed.weigh_in_id),
      corrections: 0,
      units: 2,
      kilograms: '99.5',
      reason: 'A bag stood behind the door',
      photo: null,
    }
    return {
      as: ownerId,
      body,
      other: { ...body, units: 3, kilograms: '150' },
      effects: () => count(market, 'public.load_corrections where weigh_in_id = $1', [body.weigh_in_id]),
    }
  },
  async 'enter-shortfall'(market: TestMarket) {
    const { ownerId, lineId } = await paidFromCart(market)
    const body = {
      group_buy_id: null,
      line_id: lineId,
      pickup_point_id: null,
      kind: 'damaged',
      missing: '1',
      entered_before: 0,
      reason: 'A bag was wet',
      photo: await uploadGoodsPhoto(market, ownerId),
    }
    await setSharingDay(market, lineId)
    return {
      as: ownerId,
      body,
      other: { ...body, missing: '2' },
      effects: () => count(market, 'public.shortfalls where line_id = $1', [lineId]),
    }
  },
  async 'preview-shortfall'(market: TestMarket) {
    const { ownerId, lineId } = await paidFromCart(market)
    const missing = { group_buy_id: null, line_id: lineId, pickup_point_id: null, kind: 'damaged', missing: '1' }
    const photo = await uploadGoodsPhoto(market, ownerId)
    const body = { ...missing, entered_before: 0, reason: 'A bag was wet', photo }
    await setSharingDay(market, lineId)
    return {
      as: ownerId,
      body,
      other: { ...body, missing: '2' },
      // Writes nothing but its stored response.
      effects: () =>
        count(market, `public.idempotency_keys where actor = $1 and route = 'preview-shortfall'`, [ownerId]),
    }
  },
  async 'withdraw-shortfall'(market: TestMarket) {
    const { ownerId, id, state } = await entered(market)
    const other = { shortfall_id: crypto.randomUUID() }
    return { as: ownerId, body: { shortfall_id: id }, other, effects: () => state('withdrawn') }
  },
  async 'answer-shortfall'(market: TestMarket) {
    const { id, state } = await entered(market)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.shortfalls set status = 'waiting' where id = '${id}'`),
    )
    const as = await market.person({ role: 'chief' })
    const body = { shortfall_id: id, answer: 'accept' }
    return { as, body, other: { ...body, answer: 'refuse' }, effects: () => state('entered') }
  },
} satisfies Record<string, ActOf>

/** A bag of a cart order that was entered as damaged. */
async function entered(market: TestMarket) {
  const { ownerId, lineId } = await paidFromCart(market)
  await setSharingDay(market, lineId)
  const body = {
    group_buy_id: null,
    line_id: lineId,
    pickup_point_id: null,
    kind: 'damaged',
    missing: '1',
    entered_before: 0,
    reason: 'A bag was wet',
    photo: await uploadGoodsPhoto(market, ownerId),
  }
  const answer = await market.call('enter-shortfall', body, { as: ownerId })
  const id = String(answer.body.shortfall_id)
  const state = (status: string) => count(market, 'public.shortfalls where id = $1 and status = $2', [id, status])
  return { ownerId, id, state }
}
