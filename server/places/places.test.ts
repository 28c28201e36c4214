import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddress, createHub, createZone } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { createProvenSession } from '#server/testing/money/shop-money.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const place = {
  id: null,
  shop: null,
  seen: null,
  name: 'Ikeja hub',
  state: 'Lagos',
  lga: 'Ikeja',
  street: '1 Allen Avenue',
  instructions: '',
  latitude: null,
  longitude: null,
  phone: null,
  stockpile_capacity_kg: 0,
  opening_hours: [{ day: 1, opens: '08:00', closes: '18:00' }],
}

test('only the responsible roles manage places, zones and measures', async () => {
  const [placeId, zoneId] = [await createHub(market), await createZone(market)]
  const measure = { unit: 'tin', food: '', kg_per_unit: 1, least_kg: 1, most_kg: 1, is_equivalent: false }
  for (const role of ['customer', 'vendor', 'manager', 'administrator']) {
    const as = await market.person({ role })
    const reason = 'Because I say so'
    const responses = await Promise.all([
      market.call('save-place', place, { as }),
      market.call('close-place', { pickup_point_id: placeId, reason }, { as }),
      market.call(
        'save-zone',
        {
          id: null,
          shop: null,
          seen: null,
          name: 'Mine',
          state: 'Lagos',
          lgas: [],
          fee_kobo: 0,
          delivered_by: 'market',
        },
        { as },
      ),
      market.call('close-zone', { delivery_zone_id: zoneId, reason }, { as }),
      market.call('save-measure', measure, { as }),
      market.call('remove-measure', { unit: 'cup', food: '' }, { as }),
    ])
    expect([role, ...responses.map(({ body }) => body.code)]).toEqual([role, ...responses.map(() => 'not_allowed')])
  }
  const coordinator = await market.person({ role: 'coordinator' })
  expect((await market.call('save-measure', measure, { as: coordinator })).body.code).toBe('not_allowed')
})

test('refuses a duplicate name, a stale version, a changed state, and an unknown shop', async () => {
  const as = await market.person({ role: 'coordinator' })
  const first = await market.call('save-place', place, { as })
  expect((await market.call('save-place', { ...place, name: 'ikeja HUB' }, { as })).body.errors.name).toContain(
    'already',
  )
  expect((await market.call('save-place', { ...place, name: 'B', shop: 'No such shop' }, { as })).status).toBe(400)
  const id = first.body.pickup_point_id
  expect((await market.call('save-place', { ...place, id, seen: 'before' }, { as })).body.code).toBe('conflict')
  const { seen } = await market.row<{ seen: string }>(
    `select to_jsonb(p) #>> '{updated_at}' as seen from public.pickup_points p where id = $1`,
    [id],
  )
  const moved = { ...place, id, seen, state: 'Kano', lga: 'Dala' }
  expect((await market.call('save-place', moved, { as })).body.errors.state).toContain('keeps its state')
  expect((await market.call('save-place', { ...place, id, seen, street: '2 Allen Avenue' }, { as })).status).toBe(200)
})

test('a place with ready goods cannot be closed', async () => {
  const as = await market.person({ role: 'chief' })
  const { buyId } = await market.buy()
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const id = await createHub(market)
  await market.moved('operator', 'update public.orders set pickup_point_id = $2 where id = $1', [body.order.id, id])
  await market.db.owner.query(
    `insert into public.hand_overs (order_id, kind, pickup_point_id, due_from) values ($1, 'pickup', $2, now())`,
    [body.order.id, id],
  )
  const close = () => market.call('close-place', { pickup_point_id: id, reason: 'Sold the building' }, { as })
  expect((await close()).body.message).toBe('1 order is still to be handed over there. Close it once they are.')
  await market.db.owner.query(`update public.hand_overs set status = 'ended' where order_id = $1`, [body.order.id])
  expect((await close()).status).toBe(200)
  expect((await close()).body.code).toBe('already_done')
})

test('a zone keeps its hours where a client does not know them, and takes those that can be read', async () => {
  const as = await market.person({ role: 'coordinator' })
  const zone = { shop: null, name: 'Ketu', state: 'Lagos', lgas: ['Kosofe'], fee_kobo: 150_000, delivered_by: 'market' }
  const saturday = { day: 6, opens: '10:00', closes: '17:00' }
  const first = await market.call('save-zone', { ...zone, id: null, seen: null, delivery_hours: [saturday] }, { as })
  const id = first.body.delivery_zone_id
  const save = async (facts: object) => {
    const { seen } = await market.row<{ seen: string }>(
      `select to_jsonb(z) #>> '{updated_at}' as seen from public.delivery_zones z where id = $1`,
      [id],
    )
    const { status } = await market.call('save-zone', { ...zone, id, seen, ...facts }, { as })
    const { hours } = await market.row<{ hours: unknown }>(
      'select delivery_hours as hours from public.delivery_zones where id = $1',
      [id],
    )
    return [status, hours]
  }
  expect(await save({ fee_kobo: 200_000 })).toEqual([200, [saturday]])
  expect(await save({ delivery_hours: [{ ...saturday, closes: '09:00' }] })).toEqual([400, [saturday]])
  expect(await save({ delivery_hours: [] })).toEqual([200, []])
})

test('addresses and the area are deleted with their account', async () => {
  const person = await market.person()
  await createAddress(market, person)
  await market.db.owner.query(`insert into public.buyer_areas (profile_id, state, lga) values ($1, 'Lagos', 'Ikeja')`, [
    person,
  ])
  const session = await createProvenSession(market, person)
  expect((await market.call('delete-account', { user_id: person }, { as: person, session })).status).toBe(200)
  expect(await market.row('select count(*)::integer as n from public.addresses where user_id = $1', [person])).toEqual({
    n: 0,
  })
  expect(
    await market.row('select count(*)::integer as n from public.buyer_areas where profile_id = $1', [person]),
  ).toEqual({ n: 0 })
  expect(market.faults).toEqual([])
})
