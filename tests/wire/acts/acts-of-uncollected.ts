import { makeUncollected } from '#server/testing/goods/holding.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, count, paidCart } from './act.ts'

/** A paid cart order whose grace period is over. */
async function left(market: TestMarket) {
  const { buyer, orderId } = await paidCart(market, { category: 'grains' })
  const handOverId = await makeUncollected(market, orderId)
  return { buyer, orderId, handOverId, coordinator: await market.person({ role: 'coordinator' }) }
}

/** Commands about uncollected goods. */
export const actsOfUncollected = {
  async 'choose-uncollected-outcome'(market: TestMarket) {
    const { buyer, orderId } = await left(market)
    const body = { order_id: orderId, preferred_outcome: 'resale' }
    return {
      as: buyer,
      body,
      other: { ...body, preferred_outcome: 'donation' },
      effects: () =>
        count(market, `public.uncollected where order_id = $1 and preferred_outcome = 'resale'`, [orderId]),
    }
  },
  async 'look-up-buyer'(market: TestMarket) {
    const { coordinator, orderId } = await left(market)
    return {
      as: coordinator,
      body: { order_id: orderId },
      other: {},
      // Each access is a separate row.
      effects: () =>
        count(market, `(select from public.audit_log where action = 'buyer.look-up' and subject_id = $1 limit 1) l`, [
          orderId,
        ]),
    }
  },
  async 'show-buyer-phone'(market: TestMarket) {
    const { ownerId, orderId } = await paidCart(market)
    return {
      as: ownerId,
      body: { order_id: orderId },
      other: {},
      // Each access is a separate row.
      effects: () =>
        count(market, `(select from public.audit_log where action = 'buyer.phone' and subject_id = $1 limit 1) l`, [
          orderId,
        ]),
    }
  },
  async 'find-orders-by-phone'(market: TestMarket) {
    const { ownerId, vendorId } = await paidCart(market)
    return {
      as: ownerId,
      body: { phone: '0803 123 4567' },
      other: {},
      // Each search is a separate row.
      effects: () =>
        count(
          market,
          `(select from public.audit_log where action = 'buyer.find-by-phone' and subject_id = $1 limit 1) l`,
          [vendorId],
        ),
    }
  },
  async 'add-shop-note'(market: TestMarket) {
    const { ownerId, orderId } = await paidCart(market)
    const body = { order_id: orderId, customer_id: null, text: 'Comes on Saturday' }
    return {
      as: ownerId,
      body,
      other: { ...body, text: 'Comes on Sunday' },
      effects: () => count(market, 'public.shop_notes where order_id = $1', [orderId]),
    }
  },
  async 'log-call'(market: TestMarket) {
    const { coordinator, orderId } = await left(market)
    const body = { order_id: orderId, answered: 'no', note: 'It rang and nobody answered' }
    return {
      as: coordinator,
      body,
      other: { ...body, answered: 'yes' },
      effects: () => count(market, 'public.uncollected_calls where order_id = $1', [orderId]),
    }
  },
  async 'decide-uncollected'(market: TestMarket) {
    const { buyer, coordinator, orderId, handOverId } = await left(market)
    await market.call('choose-uncollected-outcome', { order_id: orderId, preferred_outcome: 'donation' }, { as: buyer })
    const body = {
      order_id: orderId,
      hand_over_id: handOverId,
      decision: 'donation',
      proceeds_kobo: 0,
      reason: 'Given to the home in Yaba',
    }
    return {
      as: coordinator,
      body,
      other: { ...body, reason: 'Given to the mosque in Yaba' },
      effects: () => count(market, `public.uncollected where order_id = $1 and outcome = 'donation'`, [orderId]),
    }
  },
} satisfies Record<string, ActOf>
