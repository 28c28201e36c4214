import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { formatDay, formatLongDate } from '#domain/time/date-text.ts'
import { endPauses } from '#server/products/shelf/end-pauses.ts'
import { createHub } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const today = lagosDate(new Date())
const inDays = (days: number) => addDays(today, days)
const NONE = { closed_days: [], paused_until: null, pause_note: '', holiday_note: '', accepted_promises: null }

const readShop = (vendorId: string) =>
  market.row<{ seen: string; closed_days: unknown; paused_until: Date | null; pause_note: string }>(
    `select to_jsonb(v) #>> '{updated_at}' as seen, closed_days, paused_until, pause_note from public.vendors v where id = $1`,
    [vendorId],
  )
const save = async (shop: { vendorId: string; ownerId: string }, days: Record<string, unknown>) =>
  market.call('save-shop-days', { ...NONE, seen: (await readShop(shop.vendorId)).seen, ...days }, { as: shop.ownerId })
const order = (productId: string, as: string, units = 1) =>
  market.call(
    'order-cart',
    {
      lines: [{ product_id: productId, quantity: units, unit_price_kobo: 8_000_000 }],
      expected_kobo: units * 8_200_000,
    },
    { as },
  )
async function shelf(facts: Record<string, unknown> = {}) {
  const shop = await market.shop()
  return { ...shop, productId: await market.product(shop.vendorId, facts) }
}
const publish = (shop: { vendorId: string; productId: string }) =>
  queryWithCause(
    market.db.owner,
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date)
     values ($1, $2, 'active', 10, 2, '[]', now() + interval '5 days')`,
    [shop.productId, shop.vendorId],
  )

describe('a pause', () => {
  test('refuses new orders with its day and note, keeps those it has, and ends by itself', async () => {
    const shop = await shelf()
    const [early, late] = [await market.person(), await market.person()]
    expect((await order(shop.productId, early)).status).toBe(200)
    expect((await save(shop, { paused_until: today })).body.errors.paused_until).toMatch(/still to come/)
    expect((await save(shop, { paused_until: inDays(400) })).status).toBe(400)
    expect((await save(shop, { paused_until: inDays(3), pause_note: 'We travel.' })).status).toBe(200)
    const refused = await order(shop.productId, late)
    expect(refused).toMatchObject({ status: 409, body: { code: 'shop_paused' } })
    expect(refused.body.message).toMatch(
      new RegExp(`Bola Foods.* takes no new orders until ${formatDay(inDays(3))}: We travel\\.`),
    )
    expect(
      await market.row('select status from public.orders where user_id = $1 and vendor_id = $2', [
        early,
        shop.vendorId,
      ]),
    ).toEqual({ status: 'pending' })
    await market.db.owner.query(`update public.vendors set paused_until = now() - interval '1 second' where id = $1`, [
      shop.vendorId,
    ])
    expect((await order(shop.productId, late)).status).toBe(200)
    await endPauses(market.db.database)
    expect(await readShop(shop.vendorId)).toMatchObject({ paused_until: null, pause_note: '' })
  })

  test('reaches the table too: an order that gets there takes nothing', async () => {
    const shop = await shelf()
    const other = await market.product(shop.vendorId)
    await order(shop.productId, await market.person())
    await save(shop, { paused_until: inDays(2) })
    const more = market.db.owner.query(
      `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price, vat_class, vat_bps)
       select order_id, $2, product_name, unit, 1, base_price, unit_price, vat_class, vat_bps from public.order_lines where product_id = $1`,
      [shop.productId, other],
    )
    await expect(more).rejects.toMatchObject({
      code: 'PT409',
      message: expect.stringContaining('takes no new orders'),
    })
  })

  test('names the running group buys first; they go on, and new ones are not published', async () => {
    const buy = await market.buy()
    const asked = await save(buy, { paused_until: inDays(2) })
    expect(asked).toMatchObject({ status: 409, body: { code: 'promises_not_accepted' } })
    expect(asked.body.message).toMatch(/^1 group buy goes on\./)
    expect(asked.body.details).toEqual({ promises: 1, group_buys: 1 })
    expect(asked.body.lines).toMatchObject([{ id: buy.buyId, product_name: 'Ofada rice', people: 0 }])
    expect((await readShop(buy.vendorId)).paused_until).toBeNull()
    expect((await save(buy, { paused_until: inDays(2), accepted_promises: 1 })).status).toBe(200)
    const joined = await market.call(
      'join-group-buy',
      { group_buy_id: buy.buyId, quantity: 1 },
      { as: await market.person() },
    )
    expect(joined.status).toBe(200)
    await expect(publish(buy)).rejects.toMatchObject({
      code: 'PT400',
      message: expect.stringContaining(`takes no new orders until ${formatLongDate(inDays(2))}`),
    })
    // Changing a pause asks no more, and a draft may be saved during one.
    expect((await save(buy, { paused_until: inDays(4) })).status).toBe(200)
    expect((await save(buy, {})).status).toBe(200)
    await publish(buy)
  })

  test('saved while 50 people order: none is accepted after it', async () => {
    const shop = await shelf()
    const { seen } = await readShop(shop.vendorId)
    const buyers = await Promise.all(Array.from({ length: 50 }, () => market.person()))
    const orders = buyers.map((buyer, index) => {
      const placed = order(shop.productId, buyer)
      // The pause comes in the middle of them.
      const paused =
        index === 20
          ? market.call('save-shop-days', { ...NONE, seen, paused_until: inDays(2) }, { as: shop.ownerId })
          : null
      return { placed, paused }
    })
    const [answers, [pause]] = await Promise.all([
      Promise.all(orders.map(({ placed }) => placed)),
      Promise.all(orders.flatMap(({ paused }) => paused ?? [])),
    ])
    expect(pause?.status).toBe(200)
    expect(answers.filter(({ status, body }) => status !== 200 && body.code !== 'shop_paused')).toEqual([])
    const accepted = answers.filter(({ status }) => status === 200).length
    expect(
      await market.row('select count(*)::integer as orders from public.orders where vendor_id = $1', [shop.vendorId]),
    ).toEqual({ orders: accepted })
    expect(await market.stockOf(shop.productId)).toBe(1000 - accepted)
    const later = await Promise.all(buyers.slice(0, 20).map((buyer) => order(shop.productId, buyer, 2)))
    expect(new Set(later.map(({ body }) => body.code))).toEqual(new Set(['shop_paused']))
  })

  test('waits for an order under way, and an order waits for it', async () => {
    const shop = await shelf()
    const client = await market.db.owner.connect()
    try {
      await client.query(
        `begin; update public.vendors set paused_until = now() + interval '2 days' where id = '${shop.vendorId}'`,
      )
      let answered = false
      const waiting = order(shop.productId, await market.person()).finally(() => {
        answered = true
      })
      await expect
        .poll(async () => (await market.row<{ n: number }>(WAITING_ORDERS)).n, { timeout: 10_000 })
        .toBeGreaterThan(0)
      expect(answered).toBe(false)
      await client.query('commit')
      expect((await waiting).body.code).toBe('shop_paused')
    } finally {
      client.release()
    }
  })
})

const WAITING_ORDERS = `select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

describe('closed days', () => {
  test('are sorted, and past ones are dropped; what is due on them is named first', async () => {
    const shop = await shelf({ share_date: inDays(20) })
    for (const buyer of [await market.person(), await market.person()]) await order(shop.productId, buyer)
    const closed = [
      { from: inDays(20), until: null, reason: 'Christmas' },
      { from: inDays(5), until: inDays(6), reason: '' },
      { from: inDays(-9), until: inDays(-8), reason: 'Past' },
    ]
    const asked = await save(shop, { closed_days: closed })
    expect(asked.body).toMatchObject({
      code: 'promises_not_accepted',
      lines: [{ day: inDays(20), orders: 2 }],
      details: { promises: 2 },
    })
    expect(asked.body.message).toMatch(new RegExp(`^2 orders are due on ${formatDay(inDays(20))}\\.`))
    // One more comes while the vendor reads.
    await order(shop.productId, await market.person())
    expect((await save(shop, { closed_days: closed, accepted_promises: 2 })).body.details.promises).toBe(3)
    expect((await save(shop, { closed_days: closed, accepted_promises: 3 })).status).toBe(200)
    expect((await readShop(shop.vendorId)).closed_days).toEqual([
      { from: inDays(5), until: inDays(6), reason: '' },
      { from: inDays(20), until: inDays(20), reason: 'Christmas' },
    ])
    // Days that are closed already are not named again.
    expect((await save(shop, { closed_days: closed, holiday_note: 'Back on Monday.' })).status).toBe(200)
    expect(
      await market.row(
        `select count(*)::integer as acts from public.audit_log where subject_id = $1 and action = 'shop.change-days'`,
        [shop.vendorId],
      ),
    ).toEqual({ acts: 2 })
  })

  test('no group buy is published that is shared on one of them', async () => {
    const shop = await shelf({ share_date: inDays(20) })
    await save(shop, { closed_days: [{ from: inDays(19), until: inDays(21), reason: '' }] })
    await expect(publish(shop)).rejects.toMatchObject({
      message: expect.stringContaining(`closed on the sharing day, ${formatLongDate(inDays(20))}`),
    })
    await save(shop, { closed_days: [{ from: inDays(21), until: null, reason: '' }] })
    await publish(shop)
  })

  test('nothing is collected at the shop’s own place on one of them', async () => {
    const shop = await shelf({ share_date: inDays(20) })
    const own = await createHub(market, { vendor_id: shop.vendorId })
    const [early, late] = [await market.person(), await market.person()]
    const placed = async (as: string) => {
      await order(shop.productId, as)
      return market.row<{ id: string; pickup_point_id: string | null }>(
        'select id, pickup_point_id from public.orders where user_id = $1',
        [as],
      )
    }
    expect(await placed(early)).toMatchObject({ pickup_point_id: own })
    await save(shop, { closed_days: [{ from: inDays(20), until: null, reason: '' }], accepted_promises: 1 })
    const order2 = await placed(late)
    expect(order2.pickup_point_id).toBeNull()
    const chosen = await market.call(
      'choose-fulfilment',
      { order_id: order2.id, kind: 'pickup', pickup_point_id: own, address_id: null, expected_fee_kobo: 0 },
      { as: late },
    )
    expect(chosen).toMatchObject({ status: 409, body: { code: 'place_closed_that_day' } })
    await expect(
      market.db.owner.query('update public.orders set pickup_point_id = $2 where id = $1', [order2.id, own]),
    ).rejects.toMatchObject({ code: 'PT409', message: expect.stringContaining('closed on the day') })
    // The promise stays.
    expect(await market.row('select pickup_point_id from public.orders where user_id = $1', [early])).toEqual({
      pickup_point_id: own,
    })
  })

  test.each([
    [[{ from: '2027-02-30', until: null, reason: '' }]],
    [[{ from: inDays(9), until: inDays(8), reason: '' }]],
    [[{ from: inDays(1), until: inDays(200), reason: '' }]],
    [
      [
        { from: inDays(1), until: inDays(3), reason: '' },
        { from: inDays(3), until: null, reason: '' },
      ],
    ],
    [[null]],
    ['tomorrow'],
    [Array.from({ length: 31 }, (_, index) => ({ from: inDays(index + 1), until: null, reason: '' }))],
    [[{ from: inDays(1), until: null, reason: 'x'.repeat(81) }]],
  ])('refuses %j', async (closed_days) => {
    const shop = await market.shop()
    expect((await save(shop, { closed_days })).body.errors).toHaveProperty('closed_days')
  })
})

test('only the vendor of an open shop saves, and only over what was shown', async () => {
  const shop = await market.shop()
  const { seen } = await readShop(shop.vendorId)
  const asOther = await market.call('save-shop-days', { ...NONE, seen }, { as: (await market.shop()).ownerId })
  expect(asOther.body.code).toBe('conflict')
  const buyer = await market.person()
  expect((await market.call('save-shop-days', { ...NONE, seen }, { as: buyer })).body.code).toBe(
    'vendor_profile_not_found',
  )
  const answers = await Promise.all([
    market.call('save-shop-days', { ...NONE, seen, holiday_note: 'One' }, { as: shop.ownerId }),
    market.call('save-shop-days', { ...NONE, seen, holiday_note: 'Two' }, { as: shop.ownerId }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [shop.vendorId])
  expect((await save(shop, {})).body.code).toBe('shop_is_suspended')
})
