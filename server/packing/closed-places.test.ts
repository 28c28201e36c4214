import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { createHub } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults, countMails } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { paidFromCart } from '#server/testing/money/paid-from-cart.ts'

let market: TestMarket
let buys: ReturnType<typeof paidBuys>
let chief: string
beforeAll(async () => {
  market = await openTestMarket()
  buys = paidBuys(market)
  chief = await market.person({ role: 'chief' })
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const sendTo = (orderId: string | undefined, place: string) =>
  market.db.owner.query('update public.orders set pickup_point_id = $2 where id = $1', [orderId, place])
const close = (place: string) =>
  market.call('close-place', { pickup_point_id: place, reason: 'The roof leaks' }, { as: chief })
const ready = (as: string, input: Record<string, unknown>) =>
  market.call('mark-ready', { group_buy_id: null, order_id: null, ...input }, { as })

test('skips orders whose place has closed until their buyers have chosen another', async () => {
  const made = await buys.settled(3, { buy: { min_participants: 1 } })
  const [near, far] = [await createHub(market), await createHub(market)]
  const [first, second, third] = made.orders
  for (const one of [first, second]) await sendTo(one?.orderId, near)
  await sendTo(third?.orderId, far)
  expect((await close(far)).status).toBe(200)
  const { rows } = await asPerson(
    market.db,
    made.ownerId,
    'select open_orders, waiting_orders, unpacked_lines from public.packing_batches where group_buy_id = $1',
    [made.buyId],
  )
  expect(rows).toEqual([{ open_orders: 2, waiting_orders: 1, unpacked_lines: 2 }])
  expect((await ready(made.ownerId, { group_buy_id: made.buyId, orders: 3 })).body.code).toBe('packing_changed')
  const before = await countMails(market, 'order-waits-for-place')
  const done = await ready(made.ownerId, { group_buy_id: made.buyId, orders: 2 })
  expect([done.status, done.body]).toEqual([200, { ready_orders: 2, waiting_orders: 1 }])
  expect(await countMails(market, 'order-waits-for-place')).toBe(before + 1)
  expect(
    await market.row(`select link from public.notices where person_id = $1 and kind = 'order-waits-for-place'`, [
      third?.buyer,
    ]),
  ).toEqual({ link: `/account/orders/${third?.orderId}/where` })
  expect([await market.statusOf('orders', third?.orderId), await market.statusOf('group_buys', made.buyId)]).toEqual([
    'confirmed',
    'confirmed',
  ])
  const chosen = await market.call(
    'choose-fulfilment',
    {
      order_id: third?.orderId,
      kind: 'pickup',
      pickup_point_id: near,
      address_id: null,
      expected_fee_kobo: 0,
    },
    { as: third?.buyer ?? '' },
  )
  expect(chosen.status).toBe(200)
  const rest = await ready(made.ownerId, { group_buy_id: made.buyId, orders: 1 })
  expect([rest.status, rest.body]).toEqual([200, { ready_orders: 1, waiting_orders: 0 }])
  expect([await market.statusOf('orders', third?.orderId), await market.statusOf('group_buys', made.buyId)]).toEqual([
    'ready',
    'ready',
  ])
})

test('an order from the cart waits as well, by the table too', async () => {
  await market.db.owner.query(
    `update public.pickup_points set closed_at = now(), closed_reason = 'For the next test' where closed_at is null
       and not exists (select from public.orders o where o.pickup_point_id = pickup_points.id and o.status = 'ready')`,
  )
  const other = await market.row<{ id: string }>('select id from public.pickup_points where closed_at is null')
  if (other)
    await market.db.owner.query(`update public.pickup_points set state = 'Kano', lga = 'Dala' where id = $1`, [
      other.id,
    ])
  const { ownerId, orderId } = await paidFromCart(market)
  const place = await createHub(market)
  await sendTo(orderId, place)
  expect((await close(place)).status).toBe(200)
  expect((await ready(ownerId, { order_id: orderId, orders: 1 })).body.code).toBe('waits_for_place')
  await expect(
    market.moved('vendor', `update public.orders set status = 'ready', ready_at = now() where id = $1`, [orderId]),
  ).rejects.toThrow('The place of this order has closed')
  expect(await market.statusOf('orders', orderId)).toBe('paid')
})

test('serialises closing and making ready: no order is ready at a closed place', async () => {
  for (let round = 0; round < 4; round += 1) {
    const made = await buys.settled(1, { buy: { min_participants: 1 } })
    const place = await createHub(market)
    await sendTo(made.orders[0]?.orderId, place)
    const [closed, done] = await Promise.all([
      close(place),
      ready(made.ownerId, { group_buy_id: made.buyId, orders: 1 }),
    ])
    expect([closed.status, done.status].filter((status) => status === 200)).toHaveLength(1)
    await market.db.owner.query(`update public.pickup_points set state = 'Kano', lga = 'Dala' where id = $1`, [place])
  }
})
