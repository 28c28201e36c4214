import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { packingMarket, shortfall, weighIn } from '#server/testing/goods/packing-market.ts'
import { uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidFromCart } from '#server/testing/money/paid-from-cart.ts'

let market: TestMarket
let packing: ReturnType<typeof packingMarket>
beforeAll(async () => {
  market = await openTestMarket()
  packing = packingMarket(market)
})
afterEach(async () => {
  expect(await auditFaults(market)).toEqual([])
  await packing.closePlaces()
})
afterAll(() => market.close())

describe('packing', () => {
  test('shop staff mark and unmark packed lines; when all is ready, buyers are notified once of place and time', async () => {
    const { buyId, orders, helper } = await packing.confirmed()
    const [first] = orders
    const orderId = first?.orderId ?? ''
    const pack = (packed: boolean) => packing.call('pack-order', { order_id: orderId, line_id: null, packed }, helper)
    expect((await pack(true)).body).toEqual({ order_id: orderId, packed_lines: 1, lines: 1 })
    expect((await pack(true)).body.packed_lines).toBe(1)
    expect((await pack(false)).body.packed_lines).toBe(0)
    // Only the two changes are logged.
    const { n } = await market.row<{ n: bigint }>(
      `select count(*) as n from public.audit_log where action = 'order.pack' and subject_id = $1`,
      [orderId],
    )
    expect(Number(n)).toBe(2)
    const ready = { group_buy_id: buyId, order_id: null, orders: 3 }
    const responses = await Promise.all(Array.from({ length: 6 }, () => packing.call('mark-ready', ready, helper)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const late = responses.filter(({ status }) => status === 409)
    expect(late.map(({ body }) => body.code)).toEqual(Array(5).fill('move_not_allowed'))
    expect([await market.statusOf('group_buys', buyId), await market.statusOf('orders', orderId)]).toEqual([
      'ready',
      'ready',
    ])
    expect(await packing.readNotices(first?.buyer ?? '', 'order-ready')).toBe(1)
    const mail = await market.row<{ text: string }>(
      `select text from mail.messages where kind = 'order-ready' and recipient = rights.email_of($1)`,
      [first?.buyer],
    )
    expect(mail.text).toContain('Collect it at Yaba hub 1, 4 Herbert Macaulay Way, Lagos Mainland.')
    expect(mail.text).toContain('Sat 8 am to 2 pm')
    expect(mail.text).not.toMatch(/\b\d{6}\b/)
    // Ready orders stay packed.
    expect((await pack(false)).body.message).toMatch(/^This order is ready already/)
    await expect(
      market.db.owner.query('update public.order_lines set packed_at = null where order_id = $1', [orderId]),
    ).rejects.toThrow('not yet ready')
  })

  test('only shop staff pack, and only paid and confirmed orders', async () => {
    const { buyId, orders, vendorId, helper, keeper } = await packing.confirmed(1)
    const orderId = orders[0]?.orderId ?? ''
    const rival = (await market.shop()).ownerId
    const chief = await market.person({ role: 'chief' })
    for (const as of [orders[0]?.buyer ?? '', rival, chief, keeper]) {
      const pack = { order_id: orderId, line_id: null, packed: true }
      expect((await packing.call('pack-order', pack, as)).status).toBe(404)
      const ready = { group_buy_id: buyId, order_id: null, orders: 1 }
      expect((await packing.call('mark-ready', ready, as)).status).toBe(404)
    }
    // A membership that has ended ends its rights, and so does the vendor's role.
    await market.row('update public.memberships set ended_at = now() where person_id = $1 returning id', [helper])
    expect((await packing.call('pack-order', { order_id: orderId, line_id: null, packed: true }, helper)).status).toBe(
      404,
    )
    const open = await market.buy()
    const [paid] = await packing.buys.paid(open.buyId, 1)
    const unpaid = await packing.buys.join(open.buyId)
    const own = (id: string) => packing.call('pack-order', { order_id: id, line_id: null, packed: true }, open.ownerId)
    expect((await own(paid?.orderId ?? '')).body.code).toBe('move_not_allowed')
    expect((await own(unpaid.orderId)).status).toBe(404)
    await expect(
      market.db.owner.query('update public.order_lines set packed_at = now() where order_id = $1', [unpaid.orderId]),
    ).rejects.toThrow('Only what is paid')
    const { ownerId } = await market.row<{ ownerId: string }>(
      'select owner_id as "ownerId" from public.vendors where id = $1',
      [vendorId],
    )
    await market.row(`update public.profiles set role = 'customer' where id = $1 returning id`, [ownerId])
    expect((await packing.call('pack-order', { order_id: orderId, line_id: null, packed: true }, ownerId)).status).toBe(
      404,
    )
    await market.row(`update public.profiles set role = 'vendor' where id = $1 returning id`, [ownerId])
  })

  test('an order from the cart is marked ready alone; a changed number of orders is refused', async () => {
    const { ownerId, buyer, orderId } = await paidFromCart(market)
    const ready = (orders: number) =>
      packing.call('mark-ready', { group_buy_id: null, order_id: orderId, orders }, ownerId)
    expect((await ready(2)).body).toMatchObject({ code: 'packing_changed', details: { orders: 1 } })
    expect((await ready(1)).body).toEqual({ ready_orders: 1, waiting_orders: 0 })
    expect([await market.statusOf('orders', orderId), await packing.readNotices(buyer, 'order-ready')]).toEqual([
      'ready',
      1,
    ])
    expect((await ready(1)).body.code).toBe('move_not_allowed')
  })
})

describe('visibility', () => {
  test('shop staff see paid orders, with two digits of the phone and no amounts; buyers and other users see nothing', async () => {
    const { buyId, orders, helper, ownerId, keeper, placeId } = await packing.confirmed(2)
    const lines = (who: string) =>
      asPerson(market.db, who, 'select * from public.packing_lines where group_buy_id = $1', [buyId])
    const seen = await lines(helper)
    expect(seen.count).toBe(2)
    expect(Object.keys(seen.rows[0] ?? {}).filter((name) => /amount|price|kobo|email|user/.test(name))).toEqual([])
    expect((await lines(ownerId)).count).toBe(2)
    expect([(await lines(orders[0]?.buyer ?? '')).count, (await lines(keeper)).count]).toEqual([0, 0])
    const expected = (who: string) =>
      asPerson(market.db, who, 'select units from public.expected_deliveries where pickup_point_id = $1', [placeId])
    expect((await expected(keeper)).rows.map(({ units }) => Number(units))).toEqual([4])
    expect([(await expected(helper)).count, (await expected(orders[0]?.buyer ?? '')).count]).toEqual([0, 0])
    // Unpaid orders are in no list.
    const open = await market.buy()
    await packing.buys.join(open.buyId)
    expect((await asPerson(market.db, open.ownerId, 'select from public.packing_lines')).count).toBe(0)
    // The role is gone, and with it the shop.
    await market.row(`update public.profiles set role = 'customer' where id = $1 returning id`, [ownerId])
    expect([(await lines(ownerId)).count, (await lines(helper)).count]).toEqual([0, 0])
    await market.row(`update public.profiles set role = 'vendor' where id = $1 returning id`, [ownerId])
  })
})

test('shop and place can read deliveries, without amounts, and no user can write the tables', async () => {
  const made = await packing.confirmed(1)
  expect((await packing.call('weigh-in', weighIn(made, { units: 1 }), made.keeper)).status).toBe(200)
  const photo = await uploadGoodsPhoto(market, made.keeper)
  const short = shortfall(made.buyId, { pickup_point_id: made.placeId, photo })
  expect((await packing.call('enter-shortfall', short, made.keeper)).status).toBe(200)
  const buyer = made.orders[0]?.buyer ?? ''
  const seen = async (who: string) =>
    Promise.all(
      ['weigh_ins', 'shortfalls'].map(
        async (table) =>
          (await asPerson(market.db, who, `select id from public.${table} where group_buy_id = $1`, [made.buyId]))
            .count,
      ),
    )
  for (const who of [made.keeper, made.helper, made.ownerId]) expect(await seen(who)).toEqual([1, 1])
  for (const who of [buyer, (await packing.hub()).keeper, (await market.shop()).ownerId])
    expect(await seen(who)).toEqual([0, 0])
  for (const sql of [
    'select goods_kobo from public.shortfalls',
    'select returned_kobo from public.shortfalls',
    `update public.weigh_ins set units_counted = 9`,
    'delete from public.shortfalls',
    'delete from public.shortfall_shares',
  ])
    expect((await asPerson(market.db, made.ownerId, sql)).errorCode, sql).toBe('42501')
  expect((await asPerson(market.db, null, 'select from public.packing_lines')).errorCode).toBe('42501')
})

describe('weigh-in', () => {
  test('staff of the place record a load once, and later loads under the next number', async () => {
    const made = await packing.confirmed()
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        packing.call('weigh-in', weighIn(made, { units: 4, kilograms: '200' }), made.keeper),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(responses.find(({ status }) => status === 200)?.body.missing_thousandths).toBe(2000)
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('load_entered')
    const later = await packing.call('weigh-in', weighIn(made, { part: 2, units: 2 }), made.keeper)
    expect(later.body.missing_thousandths).toBe(0)
    const { n } = await market.row<{ n: bigint }>(
      'select sum(units_counted) as n from public.weigh_ins where group_buy_id = $1',
      [made.buyId],
    )
    expect(Number(n)).toBe(6)
  })

  test('refuses other users, zero, negative and implausible weights, and other users’ images', async () => {
    const made = await packing.confirmed(1)
    for (const as of [made.ownerId, made.helper, (await packing.hub()).keeper, made.orders[0]?.buyer ?? ''])
      expect((await packing.call('weigh-in', weighIn(made), as)).status).toBe(404)
    for (const input of [
      { kilograms: '0' },
      { kilograms: '-3' },
      { kilograms: '1e9' },
      { kilograms: '99999999' },
      { kilograms: 'many' },
      { kilograms: '5000' },
      { kilograms: '0.01' },
      { units: 0 },
      { units: -1 },
      { units: 1.5 },
    ])
      expect((await packing.call('weigh-in', weighIn(made, input), made.keeper)).status, JSON.stringify(input)).toBe(
        400,
      )
    for (const photo of [`${made.ownerId}/load.jpg`, 'nowhere.jpg'])
      expect((await packing.call('weigh-in', weighIn(made, { photo }), made.keeper)).body.code).toBe(
        'picture_not_found',
      )
    await market.row(
      `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('deliveries', $1, $2, md5($1), '{"width": 800, "height": 600, "size": 60000}') returning id`,
      [`${made.keeper}/load.jpg`, made.keeper],
    )
    const photo = `${made.keeper}/load.jpg`
    expect((await packing.call('weigh-in', weighIn(made, { photo, units: 2 }), made.keeper)).status).toBe(200)
    const sees = async (who: string) =>
      (await asPerson(market.db, who, 'select from storage.objects where name = $1', [photo])).count
    expect([await sees(made.keeper), await sees(made.helper), await sees(made.ownerId)]).toEqual([1, 1, 1])
    expect(await sees(await market.person({ role: 'chief' }))).toBe(1)
    expect([await sees(made.orders[0]?.buyer ?? ''), await sees((await packing.hub()).keeper)]).toEqual([0, 0])
    // A referenced image cannot be deleted; an unreferenced one can, by its owner.
    const drop = 'delete from storage.objects where name = $1'
    expect((await asPerson(market.db, made.keeper, drop, [photo])).count).toBe(0)
    const unused = `${made.keeper}/unused.jpg`
    await market.row(
      `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('deliveries', $1, $2, md5($1), '{"width": 800, "height": 600, "size": 60000}') returning id`,
      [unused, made.keeper],
    )
    expect([
      (await asPerson(market.db, made.helper, drop, [unused])).count,
      (await asPerson(market.db, made.keeper, drop, [unused])).count,
    ]).toEqual([0, 1])
    // Other users cannot upload here.
    const add = `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('deliveries', $1::text || '/a.jpg', $1::uuid, md5($1), '{"width": 800, "height": 600, "size": 60000}')`
    expect((await asPerson(market.db, made.orders[0]?.buyer ?? '', add, [made.orders[0]?.buyer])).errorCode).toBe(
      '42501',
    )
    expect((await asPerson(market.db, made.keeper, add, [made.keeper])).errorCode).toBe(null)
  })
})
