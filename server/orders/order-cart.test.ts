import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { createHub } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { expireHolds } from './expire-holds.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

interface CartLine {
  productId: string
  quantity: number
  price: number
}

const product = async (facts: Record<string, unknown> = {}, shop?: { vendorId: string }) => {
  const { vendorId } = shop ?? (await market.shop())
  const productId = await market.product(vendorId, { available_quantity: 10, base_price: 1000, ...facts })
  return { productId, vendorId, price: Number(facts.base_price ?? 1000), quantity: 2 }
}

const floor = (naira: number) => Math.floor((naira * 100 * 250) / 10_000)
const totalWithFees = (goods: number[]) => goods.reduce((all, naira) => all + naira * 100 + floor(naira), 0)

/** A cart with one shop per line. */
const cart = (lines: CartLine[], expected = totalWithFees(lines.map(({ price, quantity }) => price * quantity))) => ({
  lines: lines.map(({ productId, quantity, price }) => ({
    product_id: productId,
    quantity,
    unit_price_kobo: Math.round(price * 100),
  })),
  expected_kobo: expected,
})
const readCheckouts = async (person: string) =>
  (await market.row<{ n: number }>('select count(*)::integer as n from public.checkouts where user_id = $1', [person]))
    .n
const edit = (sql: string, ...values: unknown[]) => market.db.owner.query(sql, values)

describe('a cart becomes a checkout', () => {
  test('with one order per shop, one floored fee per order, and the goods reserved for half an hour', async () => {
    const shop = await market.shop()
    const [rice, beans] = [await product({ base_price: 10.66 }, shop), await product({ base_price: 3.33 }, shop)]
    const yam = await product({ base_price: 19.99 })
    const buyer = await market.person({ name: 'Ada Obi' })
    const cartLines = [{ ...rice, quantity: 1 }, { ...yam, quantity: 1 }, beans]
    // 2.5% of 17.32 and of 19.99 are 43.3 and 49.975 kobo: 43 and 49, where one fee on both would be 93.
    const { status, body } = await market.call('order-cart', cart(cartLines, 1732 + 43 + 1999 + 49), { as: buyer })
    expect([status, body.message]).toEqual([200, undefined])
    expect(body).toMatchObject({ total_kobo: 3823, orders: [{ amount_due_kobo: 1775 }, { amount_due_kobo: 2048 }] })
    const { rows } = await edit(
      `select o.vendor_id, o.buyer_name, o.quantity, o.total_amount, o.fee_kobo, l.share_date is not null as has_day, c.status,
         extract(epoch from c.hold_expires_at - c.created_at)::integer / 60 as minutes, count(*)::integer as lines
       from public.orders o join public.order_lines l on l.order_id = o.id join public.checkouts c on c.id = o.checkout_id where c.id = $1
       group by o.id, c.id, has_day order by o.order_no`,
      body.checkout_id,
    )
    const both = { buyer_name: 'Ada Obi', has_day: true, status: 'open', minutes: 30 }
    expect(rows).toEqual([
      { ...both, vendor_id: shop.vendorId, quantity: 3, total_amount: '17.32', fee_kobo: 43n, lines: 2 },
      { ...both, vendor_id: yam.vendorId, quantity: 1, total_amount: '19.99', fee_kobo: 49n, lines: 1 },
    ])
    expect([
      await market.stockOf(rice.productId),
      await market.stockOf(beans.productId),
      await market.stockOf(yam.productId),
    ]).toEqual([9, 8, 9])
    await edit(`update public.checkouts set hold_expires_at = clock_timestamp() where id = $1`, body.checkout_id)
    await expireHolds(market.db.database, 'https://market.test')
    expect([await market.stockOf(rice.productId), await market.stockOf(yam.productId)]).toEqual([10, 10])
  })

  test('with orders that are collected at their shop’s place, if it has one', async () => {
    const [own, other] = [await product(), await product()]
    const place = await createHub(market, { vendor_id: own.vendorId })
    const { body } = await market.call('order-cart', cart([own, other]), { as: await market.person() })
    const { rows } = await edit(
      'select vendor_id, pickup_point_id from public.orders where checkout_id = $1 order by order_no',
      body.checkout_id,
    )
    expect(rows).toEqual([
      { vendor_id: own.vendorId, pickup_point_id: place },
      { vendor_id: other.vendorId, pickup_point_id: null },
    ])
  })

  test('once, from two tabs, with and without a key; a different cart is a new checkout', async () => {
    const rice = await product()
    const yam = await product()
    const buyer = await market.person()
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, tab) =>
        market.call('order-cart', cart(tab % 2 === 0 ? [rice, yam] : [yam, rice]), {
          as: buyer,
          ...(tab < 3 && { key: `tab ${buyer}` }),
        }),
      ),
    )
    // Tabs 0 to 2 share a key, and tab 1 sends its lines in another order: another request under the same key.
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 422)).toEqual(expect.arrayContaining([200, 200, 200]))
    const made = responses.filter(({ status }) => status === 200).map(({ body }) => body.checkout_id)
    expect(new Set(made).size).toBe(1)
    expect([await readCheckouts(buyer), await market.stockOf(rice.productId)]).toEqual([1, 8])
    expect((await market.call('order-cart', cart([rice]), { as: buyer })).status).toBe(200)
    expect([await readCheckouts(buyer), await market.stockOf(rice.productId)]).toEqual([2, 6])
  })
})

describe('a price that changed', () => {
  test('is refused with the new prices, and can be ordered once the buyer has seen them', async () => {
    const rice = await product()
    const yam = await product()
    const buyer = await market.person()
    await edit('update public.products set base_price = 1100.50 where id = $1', rice.productId)
    const stale = await market.call('order-cart', cart([rice, yam]), { as: buyer })
    const total = totalWithFees([2201, 2000])
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'total_mismatch',
        details: { total_kobo: String(total) },
        lines: [
          { product_id: rice.productId, seen_price_kobo: '100000', unit_price_kobo: '110050', code: null },
          { product_id: yam.productId, seen_price_kobo: '100000', unit_price_kobo: '100000', code: null },
        ],
      },
    })
    expect([await readCheckouts(buyer), await market.stockOf(rice.productId)]).toEqual([0, 10])
    const accepted = cart([{ ...rice, price: 1100.5 }, yam])
    expect(accepted.expected_kobo).toBe(total)
    expect((await market.call('order-cart', accepted, { as: buyer })).status).toBe(200)
  })

  test('is refused when it fell too, and so is a changed fee', async () => {
    const rice = await product()
    const buyer = await market.person()
    await edit('update public.products set base_price = 900 where id = $1', rice.productId)
    expect((await market.call('order-cart', cart([rice]), { as: buyer })).body.code).toBe('total_mismatch')
    // The same price with a different total: the fee has changed.
    const fee = await market.call('order-cart', cart([{ ...rice, price: 900 }], 180_000 + 3_600), { as: buyer })
    expect(fee.body).toMatchObject({ code: 'total_mismatch', details: { total_kobo: '184500' } })
  })
})

describe('refuses per line', () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const refused = async (cartLines: CartLine[], as: string) =>
    (await market.call('order-cart', cart(cartLines), { as })).body

  test.each([
    ['out_of_stock', { available_quantity: 1 }, 'Ofada rice: Only 1 bag left.'],
    ['out_of_stock', { available_quantity: 0 }, 'Ofada rice: Sold out for now.'],
    ['quantity_below_minimum', { min_quantity: 3 }, 'Ofada rice: The vendor sells at least 3 bags.'],
    ['quantity_above_maximum', { max_quantity: 1 }, 'Ofada rice: The vendor sells at most 1 bag to one person.'],
    ['share_date_past', { share_date: day(-2) }, /^Ofada rice: Between sharing days/],
    ['product_not_found', { archived_at: new Date() }, 'Ofada rice: No longer on sale. Please remove it.'],
  ])('%s', async (code, facts, message) => {
    const buyer = await market.person()
    const [good, bad] = [await product(), await product(facts)]
    const body = await refused([good, bad], buyer)
    expect(body).toMatchObject({ code, lines: [{ code: null }, { code, product_id: bad.productId }] })
    expect(body.message).toMatch(message)
    expect([await readCheckouts(buyer), await market.stockOf(good.productId)]).toEqual([0, 10])
  })

  test('inactive shops, the buyer’s own shop, unknown products, anonymous and unconfirmed users', async () => {
    const buyer = await market.person()
    const closed = await product({}, await market.shop({ status: 'active' }))
    await queryWithCause(market.db.owner, 'manager', `update public.vendors set status = 'suspended' where id = $1`, [
      closed.vendorId,
    ])
    expect(await refused([closed], buyer)).toMatchObject({ code: 'shop_closed' })
    const shop = await market.shop()
    expect(await refused([await product({}, shop)], shop.ownerId)).toMatchObject({ code: 'own_shop' })
    const nothing = { productId: crypto.randomUUID(), quantity: 1, price: 5 }
    expect(await refused([nothing], buyer)).toMatchObject({
      code: 'product_not_found',
      message: 'No longer on sale. Please remove it.',
    })
    const rice = await product()
    expect((await market.call('order-cart', cart([rice]))).status).toBe(401)
    const unconfirmed = await market.person({ confirmed: false })
    expect(await refused([rice], unconfirmed)).toMatchObject({ code: 'contact_not_confirmed' })
  })

  test('more than the vendor’s maximum per person, counted over open orders', async () => {
    const buyer = await market.person()
    const rice = await product({ max_quantity: 3 })
    expect((await market.call('order-cart', cart([rice]), { as: buyer })).status).toBe(200)
    expect(await refused([{ ...rice, quantity: 3 }], buyer)).toMatchObject({
      code: 'quantity_above_maximum',
      message: 'Ofada rice: The vendor sells at most 3 bags to one person, and you have ordered 2 already.',
    })
    expect((await market.call('order-cart', cart([{ ...rice, quantity: 1 }]), { as: buyer })).status).toBe(200)
  })

  test('more than the limit of unpaid orders, with the figures', async () => {
    const buyer = await market.person()
    const six = await Promise.all(Array.from({ length: 6 }, () => product()))
    expect(await refused(six, buyer)).toMatchObject({
      code: 'too_many_unpaid',
      message: expect.stringMatching(/^A new account may have 5 unpaid orders. You have 0, and this cart makes 6 more/),
    })
    const dear = await product({ base_price: 250_000 })
    expect(await refused([dear], buyer)).toMatchObject({ code: 'too_much_unpaid' })
  })

  test('a malformed body', async () => {
    const id = crypto.randomUUID()
    const line = (quantity: unknown, price: unknown) => [{ product_id: id, quantity, unit_price_kobo: price }]
    const bodies = [
      [],
      'many',
      [{ product_id: 'x', quantity: 1, unit_price_kobo: 1 }],
      [null],
      ...[0, -1, 1.5, '2', 2 ** 53, null, 1_000_001].map((quantity) => line(quantity, 1)),
      ...[-1, 0.5, '1', 2 ** 53].map((price) => line(1, price)),
    ].map((lines): Record<string, unknown> => ({ lines, expected_kobo: 0 }))
    const buyer = await market.person()
    for (const body of [...bodies, { lines: line(1, 1), expected_kobo: -5 }, { lines: line(1, 1), status: 'paid' }]) {
      expect(await market.call('order-cart', body, { as: buyer })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
    }
  })

  test('a cart that names a product twice', async () => {
    const rice = await product()
    const [line] = cart([rice]).lines
    const twice = { lines: [line, { ...line, product_id: rice.productId.toUpperCase() }], expected_kobo: 410_000 }
    expect((await market.call('order-cart', twice, { as: await market.person() })).status).toBe(400)
  })
})
