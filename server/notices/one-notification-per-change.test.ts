import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { expireHolds } from '#server/orders/expire-holds.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { openMoneyMarket } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'

// Each change of a buy or an order is notified once to the people concerned, by mail and in the app.

const SITE = 'https://market.test'
let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
})
afterEach(() => expect(market.faults).toEqual([]))
afterAll(() => market.close())

const clock = async () => {
  for (let turn = 0; turn < 2; turn++) await advanceGroupBuys(market.db.database, SITE)
}

/** The notifications of a person, in order: each by one mail and one notice. */
async function notificationsOf(person: string): Promise<string[]> {
  const { rows } = await market.db.owner.query<{ kind: string; title: string }>(
    'select kind, title from public.notices where person_id = $1 order by created_at, kind',
    [person],
  )
  const { rows: mails } = await market.db.owner.query<{ kind: string }>(
    'select m.kind from mail.messages m join auth.users u on u.email = m.recipient where u.id = $1',
    [person],
  )
  expect(mails.map(({ kind }) => kind).sort()).toEqual(rows.map(({ kind }) => kind).sort())
  return rows.map(({ kind }) => kind)
}

async function join(buyId: string, buyer?: string) {
  const person = buyer ?? (await market.person())
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: person })
  return { buyer: person, orderId: String(body.order.id), dueKobo: Number(body.order.amount_due_kobo) }
}
type Joined = Awaited<ReturnType<typeof join>>

async function pay({ buyer, orderId, dueKobo }: Joined, way = 'pay'): Promise<string> {
  const request = { order_ids: [orderId], peps_kobo: 0, expected_kobo: dueKobo, return_to: 'source' }
  const { body } = await market.call('pay-orders', request, { as: buyer })
  const reference = `AJ-${body.payment_id}`
  const page = `${SITE}/pay/${body.payment_id}/back`
  const amountKobo = BigInt(body.naira_kobo)
  await play.gateway.initiatePayment({
    reference,
    amountKobo,
    email: 'a@market.test',
    returnUrl: page,
    cancelUrl: page,
  })
  await play.pages(new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way }) }))
  await confirmPayment(deps, reference)
  return reference
}

const letTimePass = (buyId: string, hours: number) => paidBuys(market, play).letTimePass(buyId, hours)

/** Sends refunds and completes them at the gateway. */
async function refundsEnd(as: 'processed' | 'needs-attention' = 'processed'): Promise<void> {
  await processPayments(deps)
  await market.db.owner.query(
    `update local_gateway.refunds set status = $1 where status in ('pending', 'processing')`,
    [as],
  )
  await market.db.owner.query(`update public.refunds set next_try_at = now() where status = 'sent'`)
  for (let turn = 0; turn < 2; turn++) await processPayments(deps)
}

test('a short buy that its vendor honours', async () => {
  const { buyId, ownerId } = await market.buy()
  const paid = await join(buyId)
  const unpaid = await join(buyId)
  await pay(paid)
  await letTimePass(buyId, 1)
  await clock()
  await market.call('honour-group-buy', { group_buy_id: buyId }, { as: ownerId })
  await clock()
  expect([
    await notificationsOf(paid.buyer),
    await notificationsOf(unpaid.buyer),
    await notificationsOf(ownerId),
  ]).toEqual([
    ['joined-buy', 'order-paid', 'buy-settled'],
    ['joined-buy', 'order-expired'],
    ['shop-buy-closed', 'shop-buy-short', 'shop-buy-confirmed'],
  ])
  const { body } = await market.row<{ body: string }>(
    `select body from public.notices where person_id = $1 and kind = 'buy-settled'`,
    [paid.buyer],
  )
  expect(body).toMatch(/^Too few people paid, but the vendor is going ahead anyway/)
})

test('a buy that fails: from the vendor’s decision to the arrived refund', async () => {
  const { buyId, ownerId } = await market.buy()
  const paid = await join(buyId)
  await pay(paid)
  await letTimePass(buyId, 13)
  await clock()
  await refundsEnd()
  expect([await notificationsOf(paid.buyer), await notificationsOf(ownerId)]).toEqual([
    ['joined-buy', 'order-paid', 'buy-failed', 'refund-arrived'],
    ['shop-buy-closed', 'shop-buy-short', 'shop-buy-failed'],
  ])
})

test('an unpaid buy asks its vendor for no decision', async () => {
  const { buyId, ownerId } = await market.buy()
  await join(buyId)
  await letTimePass(buyId, 13)
  await clock()
  expect(await notificationsOf(ownerId)).toEqual(['shop-buy-closed', 'shop-buy-failed'])
})

test('a vendor is notified of a buy that staff cancel, not of one that they cancel themselves', async () => {
  const [byStaff, byVendor] = [await market.buy(), await market.buy()]
  const buyers = [await join(byStaff.buyId), await join(byVendor.buyId)]
  const chief = await market.person({ role: 'chief' })
  for (const [{ buyId }, as] of [
    [byStaff, chief],
    [byVendor, byVendor.ownerId],
  ] as const) {
    await market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest failed' }, { as })
  }
  expect(await Promise.all(buyers.map(({ buyer }) => notificationsOf(buyer)))).toEqual(
    Array(2).fill(['joined-buy', 'buy-cancelled']),
  )
  expect([await notificationsOf(byStaff.ownerId), await notificationsOf(byVendor.ownerId)]).toEqual([
    ['shop-buy-cancelled'],
    [],
  ])
})

test('an extension is notified once to a buyer with two orders, and to the vendor', async () => {
  const { buyId, ownerId } = await market.buy({ allow_extension: true })
  const first = await join(buyId)
  await pay(first)
  const second = await join(buyId, first.buyer)
  await letTimePass(buyId, 1)
  await clock()
  expect(await notificationsOf(first.buyer)).toEqual(['joined-buy', 'order-paid', 'joined-buy', 'buy-extended'])
  expect(await notificationsOf(ownerId)).toEqual(['shop-buy-closed', 'shop-buy-extended'])
  const { link } = await market.row<{ link: string }>(
    `select link from public.notices where person_id = $1 and kind = 'buy-extended'`,
    [first.buyer],
  )
  expect(link).toBe(`/account/orders/${second.orderId}`)
})

test('a payment that staff are checking is notified once, also after repeated polls', async () => {
  const { buyId } = await market.buy()
  const mine = await join(buyId)
  const real = { ...deps, takesTestMoney: false }
  const request = { order_ids: [mine.orderId], peps_kobo: 0, expected_kobo: mine.dueKobo, return_to: null }
  const { body } = await market.call('pay-orders', request, { as: mine.buyer })
  const reference = `AJ-${body.payment_id}`
  const page = `${SITE}/pay/${body.payment_id}/back`
  await play.gateway.initiatePayment({
    reference,
    amountKobo: BigInt(body.naira_kobo),
    email: 'a@market.test',
    returnUrl: page,
    cancelUrl: page,
  })
  await play.pages(
    new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
  )
  for (let look = 0; look < 3; look++) await confirmPayment(real, reference)
  expect(await notificationsOf(mine.buyer)).toEqual(['joined-buy', 'payment-mismatch'])
})

test('a refund that is stuck at a bank', async () => {
  const { buyId } = await market.buy()
  const mine = await join(buyId)
  await pay(mine)
  await market.call('leave-group-buy', { order_id: mine.orderId }, { as: mine.buyer })
  await refundsEnd('needs-attention')
  expect(await notificationsOf(mine.buyer)).toEqual(['joined-buy', 'order-paid', 'left-buy', 'refund-stuck'])
})

test('a reward that is credited, and taken back', async () => {
  const { buyId } = await market.buy({ min_participants: 1 })
  const referrer = await market.person()
  const mine = await join(buyId)
  await market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
    referrer,
    mine.buyer,
  ])
  await pay(mine)
  await letTimePass(buyId, 1)
  await clock()
  await Promise.all([processPayments(deps), processPayments(deps)])
  const chief = await market.person({ role: 'chief' })
  const cancelled = await market.call(
    'cancel-group-buy',
    { group_buy_id: buyId, reason: 'The harvest failed' },
    { as: chief },
  )
  expect(cancelled.status).toBe(200)
  await clock()
  expect(await notificationsOf(referrer)).toEqual(['reward-credited', 'reward-reversed'])
})

test('an expired cart is notified once, with all its orders', async () => {
  const { vendorId } = await market.shop()
  const productId = await market.product(vendorId)
  const buyer = await market.person()
  const checkoutId = crypto.randomUUID()
  await market.moved(
    'buyer',
    `insert into public.checkouts (id, user_id, hold_expires_at) values ($1, $2, now() - interval '1 second')`,
    [checkoutId, buyer],
  )
  await market.moved(
    'buyer',
    `with made as (insert into public.orders (checkout_id, user_id, vendor_id, quantity, total_amount) values ($1, $2, $3, 2, 160000) returning id)
     insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
     select id, $4, 'Ofada rice', 'bag', 2, 80000, 80000 from made`,
    [checkoutId, buyer, vendorId, productId],
  )
  await Promise.all([expireHolds(market.db.database, SITE), expireHolds(market.db.database, SITE)])
  expect(await notificationsOf(buyer)).toEqual(['checkout-expired'])
})
