import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { moveGroupBuys } from '#server/group-buys/move-group-buys.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import {
  auditFaults,
  givePeps,
  type MoneyMarket,
  openMoneyMarket,
  readBalanceKobo,
} from '#server/testing/money/money-market.ts'
import { expireHolds } from './expire-holds.ts'

const SITE = 'https://market.test'
let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let routes: MoneyMarket['routes']
beforeAll(async () => {
  ;({ market, play, deps, routes } = await openMoneyMarket())
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const row = (sql: string, ...values: unknown[]) => market.row<Record<string, unknown>>(sql, values)
const visit = (path: string) => routes.fetch(new Request(`${SITE}${path}`))

async function payAtGateway(paymentId: string): Promise<void> {
  const there = (await visit(`/pay/${paymentId}`)).headers.get('location') ?? ''
  await play.pages(new Request(there, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }))
}

async function begin(as: string, orderIds: string[], expectedKobo: number): Promise<string> {
  const input = { order_ids: orderIds, peps_kobo: 0, expected_kobo: expectedKobo, return_to: null }
  const { status, body } = await market.call('pay-orders', input, { as })
  expect([status, body.message]).toEqual([200, undefined])
  return body.payment_id
}

async function reserved(quantity = 3) {
  const { buyId } = await market.buy()
  const as = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity }, { as })
  return { as, buyId, orderId: String(body.order.id), due: Number(body.order.amount_due_kobo) }
}

async function checkedOut() {
  const { vendorId } = await market.shop()
  const productId = await market.product(vendorId, { base_price: 1000, available_quantity: 10 })
  const as = await market.person()
  const lines = [{ product_id: productId, quantity: 4, unit_price_kobo: 100_000 }]
  const { body } = await market.call('order-cart', { lines, expected_kobo: 410_000 }, { as })
  return { as, productId, orderId: String(body.orders[0].id), due: 410_000, checkoutId: String(body.checkout_id) }
}

const attemptChanges = async ({ as, orderId, buyId, productId }: ChangedOrder) => {
  const { at } = await row(`select to_jsonb(updated_at) #>> '{}' as at from public.orders where id = $1`, orderId)
  const less = { order_id: orderId, product_id: productId ?? null, quantity: 1, updated_at: String(at) }
  return [
    await market.call('reduce-order', less, { as }),
    ...(buyId
      ? [
          await market.call('leave-group-buy', { order_id: orderId }, { as }),
          await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as }),
        ]
      : [await market.call('cancel-order', { order_id: orderId, return_to: null }, { as })]),
  ]
}

interface ChangedOrder {
  as: string
  orderId: string
  buyId?: string
  productId?: string
}

describe('an order that is being paid', () => {
  test.each([
    ['of a group buy', reserved],
    ['of the cart', checkedOut],
  ])('%s stays as it is, until its payment is cancelled', async (_name, order) => {
    const mine: ChangedOrder & { due: number } = await order()
    const paymentId = await begin(mine.as, [mine.orderId], mine.due)
    for (const response of await attemptChanges(mine))
      expect(response).toMatchObject({ status: 409, body: { code: 'being_paid' } })
    const otherUser = await market.person()
    expect(await market.call('cancel-payment', { payment_id: paymentId }, { as: otherUser })).toMatchObject({
      status: 404,
      body: { code: 'payment_not_found' },
    })
    expect((await market.call('cancel-payment', { payment_id: paymentId }, { as: mine.as })).status).toBe(200)
    const [less] = await attemptChanges(mine)
    expect([less?.status, less?.body.message]).toEqual([200, undefined])
    expect((await visit(`/pay/${paymentId}`)).headers.get('location')).toBe(`/account/payments/${paymentId}`)
  })

  test('is protected by the database as well', async () => {
    const mine = await reserved()
    await begin(mine.as, [mine.orderId], mine.due)
    for (const [cause, change] of [
      ['buyer', `status = 'cancelled', amount_due_kobo = 0`],
      ['clock', `status = 'expired', amount_due_kobo = 0`],
    ] as const) {
      const moving = market.moved(cause, `update public.orders set ${change} where id = $1`, [mine.orderId])
      await expect(moving).rejects.toThrow('You are paying for this order')
    }
  })

  test('is not blocked forever by an abandoned payment', async () => {
    const mine = await reserved()
    const paymentId = await begin(mine.as, [mine.orderId], mine.due)
    await market.db.owner.query('update public.payments set expires_at = clock_timestamp() where id = $1', [paymentId])
    expect((await market.call('leave-group-buy', { order_id: mine.orderId }, { as: mine.as })).status).toBe(200)
  })

  test('money for a cancelled payment pays an unchanged order, and is refunded otherwise', async () => {
    const [same, left] = [await reserved(), await reserved()]
    for (const mine of [same, left]) {
      const paymentId = await begin(mine.as, [mine.orderId], mine.due)
      const there = (await visit(`/pay/${paymentId}`)).headers.get('location') ?? ''
      await market.call('cancel-payment', { payment_id: paymentId }, { as: mine.as })
      if (mine === left) await market.call('leave-group-buy', { order_id: mine.orderId }, { as: mine.as })
      await play.pages(new Request(there, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }))
      await confirmPayment(deps, `AJ-${paymentId}`)
    }
    expect([await market.statusOf('orders', same.orderId), await market.statusOf('orders', left.orderId)]).toEqual([
      'paid',
      'cancelled',
    ])
    expect(
      await row(
        `select count(*)::integer as n, sum(amount_kobo)::integer as kobo from public.refunds r join public.payments p on p.id = r.payment_id where p.user_id = $1`,
        left.as,
      ),
    ).toEqual({ n: 1, kobo: left.due })
    const { payment_id } = await row('select payment_id from public.orders where id = $1', same.orderId)
    expect(await market.call('cancel-payment', { payment_id: String(payment_id) }, { as: same.as })).toMatchObject({
      status: 409,
      body: { code: 'payment_over' },
    })
  })

  test('a cancelled payment releases its PEPS', async () => {
    const mine = await reserved()
    await givePeps(market, mine.as, 50_000)
    const input = { order_ids: [mine.orderId], peps_kobo: 50_000, expected_kobo: mine.due, return_to: null }
    const { body } = await market.call('pay-orders', input, { as: mine.as })
    const left = await readBalanceKobo(market, 'peps', mine.as)
    await market.call('cancel-payment', { payment_id: body.payment_id }, { as: mine.as })
    await market.call('cancel-payment', { payment_id: body.payment_id }, { as: mine.as })
    expect([left, await readBalanceKobo(market, 'peps', mine.as)]).toEqual([0n, 50_000n])
  })
})

describe('a hold that ends during an open payment', () => {
  const endHold = (checkoutId: string) =>
    market.db.owner.query('update public.checkouts set hold_expires_at = clock_timestamp() where id = $1', [checkoutId])

  test('keeps the checkout, which is then paid', async () => {
    const mine = await checkedOut()
    const paymentId = await begin(mine.as, [mine.orderId], mine.due)
    await endHold(mine.checkoutId)
    await expireHolds(market.db.database, 'https://market.test')
    expect(await market.statusOf('orders', mine.orderId)).toBe('pending')
    await payAtGateway(paymentId)
    await play.advance()
    await processPayments(deps)
    expect([
      await market.statusOf('orders', mine.orderId),
      await market.statusOf('checkouts', mine.checkoutId),
    ]).toEqual(['paid', 'paid'])
    expect(await market.stockOf(mine.productId)).toBe(6)
  })

  test('returns the goods to stock once the payment has ended too; no new payment can begin', async () => {
    const mine = await checkedOut()
    const paymentId = await begin(mine.as, [mine.orderId], mine.due)
    await endHold(mine.checkoutId)
    await market.db.owner.query('update public.payments set expires_at = clock_timestamp() where id = $1', [paymentId])
    const input = { order_ids: [mine.orderId], peps_kobo: 0, expected_kobo: mine.due, return_to: null }
    expect(await market.call('pay-orders', input, { as: mine.as })).toMatchObject({ body: { code: 'payment_closed' } })
    await expireHolds(market.db.database, 'https://market.test')
    expect([await market.statusOf('orders', mine.orderId), await market.stockOf(mine.productId)]).toEqual([
      'expired',
      10,
    ])
  })

  test('concurrent payment and expiry: paid, or expired and refunded, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const mine = await checkedOut()
      const paymentId = await begin(mine.as, [mine.orderId], mine.due)
      await payAtGateway(paymentId)
      await endHold(mine.checkoutId)
      await market.db.owner.query('update public.payments set expires_at = clock_timestamp() where id = $1', [
        paymentId,
      ])
      await Promise.all([
        confirmPayment(deps, `AJ-${paymentId}`),
        expireHolds(market.db.database, 'https://market.test'),
      ])
      await expireHolds(market.db.database, 'https://market.test')
      const status = await market.statusOf('orders', mine.orderId)
      const refunds = await row('select count(*)::integer as n from public.refunds where payment_id = $1', paymentId)
      expect([
        ['paid', 6, 0],
        ['expired', 10, 1],
      ]).toContainEqual([status, await market.stockOf(mine.productId), refunds.n])
    }
  })

  test('also at the payment deadline of a buy', async () => {
    const mine = await reserved()
    const other = await market.person()
    await market.call('join-group-buy', { group_buy_id: mine.buyId, quantity: 1 }, { as: other })
    const { due } = await row('select amount_due_kobo::integer as due from public.orders where id = $1', mine.orderId)
    const paymentId = await begin(mine.as, [mine.orderId], Number(due))
    await row(
      `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 second', starts_at = now() - interval '20 days' where id = $1`,
      mine.buyId,
    )
    await row(`update public.orders set created_at = now() - interval '2 days' where group_buy_id = $1`, mine.buyId)
    await market.moved('clock', `update public.group_buys set status = 'closed' where id = $1`, [mine.buyId])
    expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
    const theirs = await row('select status from public.orders where user_id = $1', other)
    expect([await market.statusOf('orders', mine.orderId), theirs.status]).toEqual(['pending', 'expired'])
    expect(await market.statusOf('group_buys', mine.buyId)).toBe('closed')
    await payAtGateway(paymentId)
    await confirmPayment(deps, `AJ-${paymentId}`)
    expect(await market.statusOf('orders', mine.orderId)).toBe('paid')
    expect(await moveGroupBuys(market.db.database, SITE)).toEqual([])
    expect(await market.statusOf('group_buys', mine.buyId)).toBe('settling')
  })
})
