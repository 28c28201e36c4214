import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, audits, count } from './act.ts'

const REQUEST = {
  business_name: null,
  registration_number: 'RC 1234567',
  address: null,
  reason: 'We are a company now.',
}

async function requestChange(market: TestMarket) {
  const shop = await market.shop()
  const answer = await market.call('request-shop-change', REQUEST, { as: shop.ownerId })
  return { ...shop, changeId: String(answer.body.shop_change_id) }
}

export const actsOfVendors = {
  async 'request-shop-change'(market: TestMarket) {
    const { ownerId, vendorId } = await market.shop()
    return {
      as: ownerId,
      body: REQUEST,
      other: { ...REQUEST, registration_number: 'RC 7654321' },
      effects: () => count(market, 'public.shop_changes where vendor_id = $1', [vendorId]),
    }
  },
  async 'withdraw-shop-change'(market: TestMarket) {
    const { ownerId, vendorId, changeId } = await requestChange(market)
    return {
      as: ownerId,
      body: { shop_change_id: changeId },
      other: { shop_change_id: crypto.randomUUID() },
      effects: () => count(market, `public.shop_changes where vendor_id = $1 and status = 'withdrawn'`, [vendorId]),
    }
  },
  async 'decide-shop-change'(market: TestMarket) {
    const { vendorId, changeId } = await requestChange(market)
    const body = { shop_change_id: changeId, decision: 'approve', note: '' }
    return {
      as: await market.person({ role: 'chief' }),
      body,
      other: { ...body, decision: 'refuse', note: 'The papers do not agree.' },
      effects: async () => (await audits(market, vendorId)) - 1,
    }
  },
} satisfies Record<string, ActOf>
