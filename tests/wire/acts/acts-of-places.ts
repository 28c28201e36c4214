import { createAddress, createHub } from '#server/testing/goods/places.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, audits, count, joined } from './act.ts'

/** Commands about places, addresses, measures and destinations of orders. */
export const actsOfPlaces = {
  async 'choose-fulfilment'(market: TestMarket) {
    const { buyer, orderId } = await joined(market)
    const place = await createHub(market)
    const body = { order_id: orderId, kind: 'pickup', pickup_point_id: place, address_id: null, expected_fee_kobo: 0 }
    return {
      as: buyer,
      body,
      other: { ...body, kind: 'stockpile' },
      effects: () => count(market, 'public.orders where id = $1 and pickup_point_id = $2', [orderId, place]),
    }
  },
  async 'save-place'(market: TestMarket) {
    const coordinator = await market.person({ role: 'coordinator' })
    const body = {
      id: null,
      shop: null,
      seen: null,
      name: 'Yaba hub',
      state: 'Lagos',
      lga: 'Lagos Mainland',
      street: '4 Herbert Macaulay Way',
      instructions: '',
      latitude: null,
      longitude: null,
      phone: '08031234567',
      opening_hours: [{ day: 6, opens: '08:00', closes: '14:00' }],
      stockpile_capacity_kg: 100,
    }
    return {
      as: coordinator,
      body,
      other: { ...body, name: 'Another hub' },
      effects: () => count(market, `public.pickup_points where name = 'Yaba hub'`, []),
    }
  },
  async 'close-place'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const id = await createHub(market)
    const body = { pickup_point_id: id, reason: 'The lease has ended' }
    return { as: chief, body, other: { ...body, reason: 'Another reason' }, effects: () => audits(market, id) }
  },
  async 'save-zone'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const body = {
      id: null,
      shop: null,
      seen: null,
      name: 'Mainland',
      state: 'Lagos',
      lgas: ['Ikeja'],
      fee_kobo: 150_000,
      delivered_by: 'market',
    }
    return {
      as: chief,
      body,
      other: { ...body, name: 'Island' },
      effects: () => count(market, `public.delivery_zones where name = 'Mainland'`, []),
    }
  },
  async 'close-zone'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const { id } = await market.row<{ id: string }>(
      `insert into public.delivery_zones (name, state, fee_kobo) values ('Epe side', 'Lagos', 100) returning id`,
    )
    const body = { delivery_zone_id: id, reason: 'No rider goes there' }
    return { as: chief, body, other: { ...body, reason: 'Another reason' }, effects: () => audits(market, id) }
  },
  async 'save-address'(market: TestMarket) {
    const person = await market.person()
    const body = {
      id: null,
      label: 'Home',
      recipient: 'Ngozi Bello',
      phone: '0803 123 4567',
      street: '12 Bode Thomas Street',
      landmark: '',
      state: 'Lagos',
      lga: 'Surulere',
    }
    return {
      as: person,
      body,
      other: { ...body, label: 'Shop' },
      effects: () => count(market, 'public.addresses where user_id = $1', [person]),
    }
  },
  async 'remove-address'(market: TestMarket) {
    const person = await market.person()
    const [removed, stays] = [await createAddress(market, person), await createAddress(market, person)]
    return {
      as: person,
      body: { address_id: removed },
      other: { address_id: stays },
      effects: async () => 2 - (await count(market, 'public.addresses where user_id = $1', [person])),
    }
  },
  async 'save-measure'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const body = { unit: 'olodo', food: '', kg_per_unit: 2, least_kg: 1, most_kg: 3, is_equivalent: false }
    return {
      as: chief,
      body,
      other: { ...body, kg_per_unit: 2.5 },
      effects: () => count(market, `public.audit_log where action = 'measure.add' and actor_id = $1`, [chief]),
    }
  },
  async 'remove-measure'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    await market.db.owner.query(
      `insert into public.measures (unit, kg_per_unit, least_kg, most_kg) values ('wheelbarrow', 60, 30, 90)`,
    )
    return {
      as: chief,
      body: { unit: 'wheelbarrow', food: '' },
      other: { unit: 'cup', food: '' },
      effects: () => count(market, `public.audit_log where action = 'measure.remove' and actor_id = $1`, [chief]),
    }
  },
} satisfies Record<string, ActOf>
