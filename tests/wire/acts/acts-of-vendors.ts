import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, audits, count } from './act.ts'

const REQUEST = {
  business_name: null,
  registration_number: 'RC 1234567',
  address: null,
  reason: 'We are a company now.',
}

const PROFILE = {
  description: 'Rice and beans from the mill.',
  location: 'Ibadan',
  phone: '0803 123 4567',
  logo_url: null,
  opening_hours: [{ day: 1, opens: '08:00', closes: '13:00' }],
}

const DAYS = {
  closed_days: [],
  paused_until: null,
  pause_note: '',
  holiday_note: 'We are closed at Christmas.',
  accepted_promises: null,
}

const shopSeen = async (market: TestMarket, vendorId: string) =>
  (
    await market.row<{ seen: string }>(
      `select to_jsonb(v) #>> '{updated_at}' as seen from public.vendors v where id = $1`,
      [vendorId],
    )
  ).seen

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
  async 'save-shop-profile'(market: TestMarket) {
    const { ownerId, vendorId } = await market.shop()
    const body = { ...PROFILE, seen: await shopSeen(market, vendorId) }
    return {
      as: ownerId,
      body,
      other: { ...body, location: 'Ilorin' },
      effects: () => audits(market, vendorId),
    }
  },
  async 'save-shop-days'(market: TestMarket) {
    const { ownerId, vendorId } = await market.shop()
    const body = { ...DAYS, seen: await shopSeen(market, vendorId) }
    return {
      as: ownerId,
      body,
      other: { ...body, holiday_note: 'Back soon' },
      effects: () => audits(market, vendorId),
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
