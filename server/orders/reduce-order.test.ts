import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const version = async (orderId: string) =>
  (
    await market.row<{ at: string }>(`select to_jsonb(updated_at) #>> '{}' as at from public.orders where id = $1`, [
      orderId,
    ])
  ).at

interface ReductionOptions {
  as: string
  orderId: string
  productId?: string
  seen?: string
}

const take = async (quantity: number, { as, orderId, productId, seen }: ReductionOptions) =>
  market.call(
    'reduce-order',
    {
      order_id: orderId,
      product_id: productId ?? null,
      quantity,
      updated_at: seen ?? (await version(orderId)),
    },
    { as },
  )

async function joined(quantity: number, buyFacts: Record<string, unknown> = {}) {
  const { buyId, productId } = await market.buy(buyFacts)
  const as = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as })
  return { as, orderId: String(body.order.id), buyId, productId, seen: String(body.order.updated_at) }
}

const readCounts = (buyId: string) =>
  market.row(
    'select current_quantity as units, current_participants as people, current_price as price from public.group_buys where id = $1',
    [buyId],
  )

describe('of a group buy', () => {
  test('reduces the counters by the difference, keeps the participants, and applies the current price', async () => {
    const mine = await joined(5)
    for (let friend = 0; friend < 4; friend++) {
      await market.call('join-group-buy', { group_buy_id: mine.buyId, quantity: 1 }, { as: await market.person() })
    }
    expect(await readCounts(mine.buyId)).toEqual({ units: 9, people: 5, price: '76000.00' })
    const { status, body } = await take(2, mine)
    expect([status, body.message]).toEqual([200, undefined])
    // Joined at the base price, below the first tier; five people make 76,000, which is the ceiling as well.
    expect(body.order).toMatchObject({
      quantity: 2,
      unit_price: 76_000,
      total_amount: 152_000,
      ceiling_unit_price: 76_000,
      fee_kobo: 380_000,
      amount_due_kobo: 15_580_000,
    })
    expect(await readCounts(mine.buyId)).toEqual({ units: 6, people: 5, price: '76000.00' })
    expect(await market.row('select quantity from public.order_lines where order_id = $1', [mine.orderId])).toEqual({
      quantity: 2,
    })
  })

  test('refuses a stale version, a higher quantity, less than the minimum, and other users’ orders', async () => {
    const mine = await joined(6, { min_quantity: 2 })
    expect((await take(4, mine)).status).toBe(200)
    // The other tab still shows six.
    expect(await take(5, mine)).toMatchObject({ status: 409, body: { code: 'order_changed' } })
    const { seen: _, ...now } = mine
    expect(await take(4, now)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await take(9, now)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await take(1, now)).toMatchObject({
      body: { code: 'quantity_below_minimum', message: 'One person takes at least 2 bags.' },
    })
    expect(await take(3, { ...now, as: await market.person() })).toMatchObject({ status: 404 })
    expect(await take(0, now)).toMatchObject({ status: 400 })
    expect(await take(3, { ...now, seen: 'yesterday' })).toMatchObject({ status: 400 })
    expect(await readCounts(mine.buyId)).toMatchObject({ units: 4 })
  })

  test('of two concurrent reductions, one succeeds', async () => {
    const mine = await joined(6)
    const responses = await Promise.all([take(2, mine), take(3, mine), take(4, mine)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { body } = responses.find(({ status }) => status === 200) ?? { body: null }
    expect(await readCounts(mine.buyId)).toMatchObject({ units: body.order.quantity, people: 1 })
  })

  test('refused after the window has closed, or once it is paid', async () => {
    const late = await joined(3)
    await market.moved('clock', `update public.group_buys set status = 'closed' where id = $1`, [late.buyId])
    expect(await take(1, late)).toMatchObject({ status: 409, body: { code: 'reducing_closed' } })
    const paid = await joined(3)
    await market.moved(
      'gateway',
      `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where id = $1`,
      [paid.orderId],
    )
    const { seen: _, ...now } = paid
    expect(await take(1, now)).toMatchObject({ status: 409, body: { code: 'reducing_closed' } })
  })

  test('a paid order of the same buyer counts towards the minimum', async () => {
    const first = await joined(2, { min_quantity: 2 })
    await market.moved(
      'gateway',
      `update public.orders set status = 'paid', paid_at = now(), amount_due_kobo = 0 where id = $1`,
      [first.orderId],
    )
    const { body } = await market.call('join-group-buy', { group_buy_id: first.buyId, quantity: 3 }, { as: first.as })
    expect((await take(1, { as: first.as, orderId: body.order.id })).status).toBe(200)
    expect(await readCounts(first.buyId)).toMatchObject({ units: 3, people: 1 })
  })
})

describe('of the cart', () => {
  async function ordered() {
    const { vendorId } = await market.shop()
    const products = await Promise.all(
      [10.33, 7].map((base_price) => market.product(vendorId, { base_price, available_quantity: 10, min_quantity: 2 })),
    )
    const [rice = '', yam = ''] = products
    const as = await market.person()
    const lines = [
      { product_id: rice, quantity: 6, unit_price_kobo: 1_033 },
      { product_id: yam, quantity: 4, unit_price_kobo: 700 },
    ]
    const { body } = await market.call('order-cart', { lines, expected_kobo: 8_998 + 224 }, { as })
    return { as, orderId: String(body.orders[0].id), rice, yam, checkoutId: String(body.checkout_id) }
  }

  test('returns the goods to stock, and recomputes the fee on the whole order', async () => {
    const mine = await ordered()
    // The current price doesn’t affect an existing order.
    await market.db.owner.query('update public.products set base_price = 99 where id = $1', [mine.rice])
    const { status, body } = await take(3, { ...mine, productId: mine.rice })
    expect([status, body.message]).toEqual([200, undefined])
    // 3 x 10.33 + 4 x 7 = 58.99, of which 2.5% are 147.475 kobo.
    expect(body.order).toMatchObject({
      quantity: 7,
      total_amount: 58.99,
      fee_kobo: 147,
      amount_due_kobo: 6_046,
      unit_price: null,
    })
    expect([await market.stockOf(mine.rice), await market.stockOf(mine.yam)]).toEqual([7, 6])
  })

  test('refuses less than the minimum, products not in the order, and a hold that has ended', async () => {
    const mine = await ordered()
    expect(await take(1, { ...mine, productId: mine.rice })).toMatchObject({ body: { code: 'quantity_below_minimum' } })
    expect(await take(1, { ...mine, productId: mine.orderId })).toMatchObject({ body: { code: 'product_not_found' } })
    expect(await take(1, mine)).toMatchObject({ body: { code: 'product_not_found' } })
    await market.db.owner.query('update public.checkouts set hold_expires_at = clock_timestamp() where id = $1', [
      mine.checkoutId,
    ])
    expect(await take(3, { ...mine, productId: mine.rice })).toMatchObject({ body: { code: 'reducing_closed' } })
    expect(await market.stockOf(mine.rice)).toBe(4)
  })
})
