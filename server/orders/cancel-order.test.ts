import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditMarket } from '#database/audit/market.ts'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { expireHolds } from './expire-holds.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterEach(async () => {
  expect(await auditMarket(market.db.owner)).toEqual([])
})
afterAll(() => market.close())

/** An ordered and unpaid cart of two shops: one checkout, one order per shop. */
async function ordered() {
  const buyer = await market.person()
  const orders: { id: string; productId: string }[] = []
  const { rows } = await queryWithCause(
    market.db.owner,
    'buyer',
    'insert into public.checkouts (user_id) values ($1) returning id',
    [buyer],
  )
  const checkoutId: string = rows[0].id
  for (const quantity of [2, 3]) {
    const { vendorId } = await market.shop()
    const productId = await market.product(vendorId, { available_quantity: 10, base_price: 1000 })
    const made = await queryWithCause(
      market.db.owner,
      'buyer',
      `with o as (insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount, fee_kobo, amount_due_kobo)
         values ($1, $2, $3, $4::integer, 1000 * $4::integer, 2500 * $4::integer, 102500 * $4::integer) returning id)
       select id from o`,
      [checkoutId, buyer, vendorId, quantity],
    )
    const id: string = made.rows[0].id
    await market.db.owner.query(
      `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
       values ($1, $2, 'Ofada rice', 'bag', $3, 1000, 1000)`,
      [id, productId, quantity],
    )
    orders.push({ id, productId })
  }
  const [first, second] = orders
  if (!first || !second) throw new Error('Two orders were made')
  return { buyer, checkoutId, first, second }
}

test('the buyer cancels an unpaid order from the cart, which returns the goods to stock', async () => {
  const { buyer, checkoutId, first, second } = await ordered()
  expect([await market.stockOf(first.productId), await market.stockOf(second.productId)]).toEqual([8, 7])
  const response = await market.call('cancel-order', { order_id: first.id, return_to: null }, { as: buyer })
  expect(response).toMatchObject({ status: 200, body: { order: { status: 'cancelled', amount_due_kobo: 0 } } })
  expect([await market.stockOf(first.productId), await market.stockOf(second.productId)]).toEqual([10, 7])
  expect(await market.statusOf('checkouts', checkoutId)).toBe('open')

  expect((await market.call('cancel-order', { order_id: second.id, return_to: null }, { as: buyer })).status).toBe(200)
  expect(await market.statusOf('checkouts', checkoutId)).toBe('cancelled')
  expect(await market.stockOf(second.productId)).toBe(10)
  const again = await market.call('cancel-order', { order_id: second.id, return_to: null }, { as: buyer })
  expect(again).toMatchObject({ status: 409, body: { code: 'cancelling_closed' } })
  expect(await market.stockOf(second.productId)).toBe(10)
})

test('refuses other users’ orders, and orders from a group buy', async () => {
  const { buyer, first } = await ordered()
  const otherUser = await market.person()
  const notFound = { status: 404, body: { code: 'order_not_found' } }
  expect(await market.call('cancel-order', { order_id: first.id, return_to: null }, { as: otherUser })).toMatchObject(
    notFound,
  )
  expect(await market.call('cancel-order', { order_id: first.id })).toMatchObject({ status: 401 })
  const { buyId } = await market.buy()
  const joined = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  expect(
    await market.call('cancel-order', { order_id: joined.body.order.id, return_to: null }, { as: buyer }),
  ).toMatchObject(notFound)
})

test('the scheduled job expires a hold with all orders of its checkout, and no others', async () => {
  const [late, early] = [await ordered(), await ordered()]
  await market.db.owner.query(
    `update public.checkouts set hold_expires_at = clock_timestamp() - interval '1 second' where id = $1`,
    [late.checkoutId],
  )
  await expireHolds(market.db.database, 'https://market.test')
  await expireHolds(market.db.database, 'https://market.test')
  expect(await market.statusOf('checkouts', late.checkoutId)).toBe('expired')
  for (const { id, productId } of [late.first, late.second]) {
    expect(await market.statusOf('orders', id)).toBe('expired')
    expect(await market.stockOf(productId)).toBe(10)
  }
  expect(await market.statusOf('checkouts', early.checkoutId)).toBe('open')
  expect(await market.stockOf(early.first.productId)).toBe(8)
  expect(
    await market.call('cancel-order', { order_id: late.first.id, return_to: null }, { as: late.buyer }),
  ).toMatchObject({
    status: 409,
  })
})

test('concurrent cancel and expiry return the goods to stock once', async () => {
  const { buyer, checkoutId, first, second } = await ordered()
  await market.db.owner.query(
    `update public.checkouts set hold_expires_at = clock_timestamp() - interval '1 second' where id = $1`,
    [checkoutId],
  )
  const [response] = await Promise.all([
    market.call('cancel-order', { order_id: first.id, return_to: null }, { as: buyer }),
    expireHolds(market.db.database, 'https://market.test'),
  ])
  expect([200, 409]).toContain(response.status)
  await expireHolds(market.db.database, 'https://market.test')
  expect([await market.stockOf(first.productId), await market.stockOf(second.productId)]).toEqual([10, 10])
  expect(await market.statusOf('orders', second.id)).toBe('expired')
  expect(market.faults).toEqual([])
})
