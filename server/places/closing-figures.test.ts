import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { createHub, createZone } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('staff who manage places see what depends on each before closing it', async () => {
  const as = await market.person({ role: 'coordinator' })
  const { orders } = await paidBuys(market).settled(8)
  const [placeId, zoneId, worker] = [await createHub(market), await createZone(market), await market.person()]
  const [atPlace = [], atZone = []] = [orders.slice(0, 2), orders.slice(2, 5)].map((some) =>
    some.map(({ orderId }) => orderId),
  )
  await market.moved('operator', 'update public.orders set pickup_point_id = $2 where id = any ($1)', [
    atPlace,
    placeId,
  ])
  await market.db.owner.query(
    `insert into public.order_addresses (order_id, recipient, phone, street, state, lga)
     select unnest($1::uuid[]), 'Ngozi Bello', '+2348031234567', '12 Bode Thomas Street', 'Lagos', 'Surulere'`,
    [atZone],
  )
  await market.moved(
    'operator',
    `update public.orders set fulfilment = 'delivery', pickup_point_id = null, delivery_zone_id = $2 where id = any ($1)`,
    [atZone, zoneId],
  )
  for (const duty of ['hand-over', 'delivery'])
    await market.db.owner.query(
      'insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, $3)',
      [worker, placeId, duty],
    )
  const seen = async (view: string, id: string) =>
    (await asPerson(market.db, as, `select * from public.${view} where id = $1`, [id])).rows[0]
  expect(await seen('place_orders', placeId)).toMatchObject({ to_come: 2, to_hand_over: 0, people: 2, staff: 1 })
  expect(await seen('zone_orders', zoneId)).toMatchObject({ paid: 3, people: 3, fees_kobo: 0n, unpaid: 0 })
})
