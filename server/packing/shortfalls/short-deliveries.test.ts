import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { packingMarket, shortfall, weighIn } from '#server/testing/goods/packing-market.ts'
import { carryOutAllShortfalls, setSharingDay, uploadGoodsPhoto } from '#server/testing/goods/short-delivery.ts'
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

const uploadPhoto = (person: string) => uploadGoodsPhoto(market, person)

describe('a short delivery', () => {
  test('is refunded proportionally, with one notification per buyer, and not doubled by a retry or a second user', async () => {
    const { buyId, orders, ownerId, helper } = await packing.confirmed()
    const photo = await uploadPhoto(helper)
    const body = shortfall(buyId, { missing: '3', kind: 'damaged', reason: 'Torn bags', photo })
    const key = crypto.randomUUID()
    const [first, again] = [
      await packing.call('enter-shortfall', body, helper, key),
      await packing.call('enter-shortfall', body, helper, key),
    ]
    expect([first.status, again.body.shortfall_id]).toEqual([200, first.body.shortfall_id])
    const others = await Promise.all([helper, ownerId, ownerId].map((as) => packing.call('enter-shortfall', body, as)))
    expect(others.map(({ body: { code } }) => code)).toEqual(Array(3).fill('shortfall_entered'))
    await carryOutAllShortfalls(market)
    // 3 of 6 bags at ₦80,000: one of two each, and half of the fee of ₦4,000.
    const { rows } = await market.db.owner.query(
      `select status, returned_goods_kobo::integer as goods, returned_kobo::integer as back from public.orders where group_buy_id = $1`,
      [buyId],
    )
    expect(rows).toEqual(Array(3).fill({ status: 'confirmed', goods: 8_000_000, back: 8_200_000 }))
    for (const { buyer } of orders) expect(await packing.readNotices(buyer, 'partial-refund')).toBe(1)
    expect(await packing.readNotices(ownerId, 'short-delivery-shop')).toBe(1)
    const rest = { ...body, entered_before: 1, photo: await uploadPhoto(ownerId) }
    const more = await packing.call('enter-shortfall', { ...rest, missing: '4' }, ownerId)
    expect(more.body).toMatchObject({ code: 'more_than_is_coming' })
    // The rest is missing too: the orders end with a full refund.
    expect((await packing.call('enter-shortfall', { ...rest, missing: '3' }, ownerId)).status).toBe(200)
    await carryOutAllShortfalls(market)
    for (const { orderId } of orders) expect(await market.statusOf('orders', orderId)).toBe('refunding')
    const { left } = await market.row<{ left: bigint }>(
      'select sum(charged_kobo - returned_kobo) as left from public.orders where group_buy_id = $1',
      [buyId],
    )
    expect(Number(left)).toBe(0)
  })

  test('the vendor is liable for what was missing at the weigh-in, the hub for later losses, which only the hub enters', async () => {
    const made = await packing.confirmed()
    expect((await packing.call('weigh-in', weighIn(made, { units: 5 }), made.keeper)).status).toBe(200)
    const at = { pickup_point_id: made.placeId }
    for (const input of [at, {}])
      expect((await packing.call('enter-shortfall', shortfall(made.buyId, input), made.ownerId)).body.code).toBe(
        'hub_has_goods',
      )
    const photo = await uploadPhoto(made.keeper)
    const two = shortfall(made.buyId, { ...at, missing: '2', photo })
    expect((await packing.call('enter-shortfall', two, made.keeper)).status).toBe(200)
    await carryOutAllShortfalls(market)
    expect(
      await market.row(
        'select by_vendor_thousandths::integer as vendor, by_hub_thousandths::integer as hub from public.shortfalls where group_buy_id = $1',
        [made.buyId],
      ),
    ).toEqual({ vendor: 1000, hub: 1000 })
    const mail = await market.row<{ text: string }>(
      `select text from mail.messages where kind = 'short-delivery-shop' and recipient = rights.email_of($1)`,
      [made.ownerId],
    )
    expect(mail.text).toContain('lost after our hub had weighed it in')
  })

  test('affects only orders of the named place, and a hub can report that nothing arrived', async () => {
    const made = await packing.confirmed(2)
    const [near, far] = made.orders
    const other = await packing.hub()
    await market.row('update public.orders set pickup_point_id = $2 where id = $1 returning id', [
      far?.orderId,
      other.placeId,
    ])
    const nothing = shortfall(made.buyId, { pickup_point_id: other.placeId, missing: '2' })
    expect((await packing.call('enter-shortfall', nothing, made.keeper)).status).toBe(404)
    const withPhoto = { ...nothing, photo: await uploadPhoto(other.keeper) }
    expect((await packing.call('enter-shortfall', withPhoto, other.keeper)).status).toBe(200)
    await carryOutAllShortfalls(market)
    expect([
      await market.statusOf('orders', near?.orderId ?? ''),
      await market.statusOf('orders', far?.orderId ?? ''),
    ]).toEqual(['confirmed', 'refunding'])
  })

  test('a line from the cart is cut alone; other users and zero amounts are refused', async () => {
    const { ownerId, buyer, lineId, orderId } = await paidFromCart(market)
    const body = { ...shortfall(''), group_buy_id: null, line_id: lineId }
    const rival = (await market.shop()).ownerId
    expect((await packing.call('enter-shortfall', body, buyer)).body.code).toBe('own_case')
    for (const as of [rival, await market.person({ role: 'chief' })])
      expect((await packing.call('enter-shortfall', body, as)).status).toBe(404)
    await setSharingDay(market, lineId)
    for (const missing of ['0', '-1', '', '0.0001', 'all', '0.5'])
      expect((await packing.call('enter-shortfall', { ...body, missing }, ownerId)).status).toBe(400)
    expect(
      (await packing.call('enter-shortfall', { ...body, photo: await uploadPhoto(ownerId) }, ownerId)).status,
    ).toBe(200)
    await carryOutAllShortfalls(market)
    expect(
      await market.row(
        'select returned_goods_kobo::integer as goods, returned_kobo::integer as back from public.orders where id = $1',
        [orderId],
      ),
    ).toEqual({ goods: 80_000, back: 82_000 })
  })

  test('concurrent entries of different amounts add up in the ledger', async () => {
    const { buyId, ownerId, helper } = await packing.confirmed(4, 6)
    let entered = 0
    for (let round = 0; round < 3; round += 1) {
      const responses = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => {
          const as = index % 2 ? ownerId : helper
          const photo = await uploadPhoto(as)
          return packing.call(
            'enter-shortfall',
            shortfall(buyId, { missing: `${index + 1}`, entered_before: round, photo }),
            as,
          )
        }),
      )
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      entered += 1
    }
    await carryOutAllShortfalls(market)
    const sums = await market.row<{ entries: bigint; missing: bigint; shared: bigint; goods: bigint; back: bigint }>(
      `select count(*) as entries, sum(missing_thousandths) as missing, (select sum(s.missing_thousandths) from public.shortfall_shares s
         join public.shortfalls f on f.id = s.shortfall_id where f.group_buy_id = $1) as shared, sum(goods_kobo) as goods,
         (select sum(returned_goods_kobo) from public.orders where group_buy_id = $1) as back from public.shortfalls where group_buy_id = $1`,
      [buyId],
    )
    expect(Number(sums.entries)).toBe(entered)
    expect([sums.shared, sums.back].map(Number)).toEqual([sums.missing, sums.goods].map(Number))
  })
})
