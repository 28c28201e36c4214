import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { processPayments } from '#server/settlement/process-payments.ts'
import { createAddress, createHub, createZone } from '#server/testing/goods/places.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults, givePeps, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { paidBuys, type TestOrder } from '#server/testing/money/paid-buys.ts'
import { createTestGateway } from '#server/testing/money/test-gateway.ts'
import { confirmPayment } from '../confirm-payment.ts'

const SITE = 'https://market.test'
let market: TestMarket
let play: ReturnType<typeof createTestGateway>
let buys: ReturnType<typeof paidBuys>
let place: string
beforeAll(async () => {
  market = await openTestMarket()
  play = createTestGateway(market)
  buys = paidBuys(market, play)
  place = await createHub(market)
  await createZone(market)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

type Paid = TestOrder & { address: string; buyId: string }

async function paid(): Promise<Paid> {
  // A minimum of one, so that the buy settles.
  const { buyId } = await market.buy({ min_participants: 1, price_tiers: '[]' })
  const one = await buys.join(buyId)
  await buys.pay(one)
  return { ...one, buyId, address: await createAddress(market, one.buyer) }
}

const begin = (one: Paid, request: Record<string, unknown> = {}) =>
  market.call(
    'pay-difference',
    { order_id: one.orderId, address_id: one.address, peps_kobo: 0, expected_kobo: 150_000, ...request },
    { as: one.buyer },
  )
const toPlace = (one: Paid) =>
  market.call(
    'choose-fulfilment',
    ...([
      { order_id: one.orderId, kind: 'pickup', pickup_point_id: place, address_id: null, expected_fee_kobo: 0 },
      { as: one.buyer },
    ] as const),
  )
const leave = (one: Paid) => market.call('leave-group-buy', { order_id: one.orderId }, { as: one.buyer })

/** Pays at the gateway, without confirming it here. */
async function payAt(paymentId: string, amountKobo = 150_000n): Promise<void> {
  const reference = `AJ-${paymentId}`
  const page = `${SITE}/pay/${paymentId}/back`
  await play.gateway.initiatePayment({
    reference,
    amountKobo,
    email: 'a@market.test',
    returnUrl: page,
    cancelUrl: page,
  })
  await play.pages(
    new Request(`${SITE}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }),
  )
}
const confirmed = (paymentId: string) => confirmPayment(buys.deps, `AJ-${paymentId}`)

const orderOf = (id: string) =>
  market.row<Record<string, unknown>>(
    `select fulfilment, delivery_fee_kobo::integer as fee, charged_kobo::integer as charged, peps_kobo::integer as peps, status from public.orders where id = $1`,
    [id],
  )
const refundsOf = async (id: string) =>
  (
    await market.db.owner.query(
      `select f.amount_kobo::integer as kobo, f.payment_id = o.payment_id as of_goods, f.reason from public.refunds f
       join public.orders o on o.id = f.order_id where o.id = $1 order by f.amount_kobo desc`,
      [id],
    )
  ).rows

test('the delivery choice applies once the difference is paid, and not before', async () => {
  const one = await paid()
  const { body } = await begin(one)
  expect(body).toMatchObject({ status: 'initiated', naira_kobo: 150_000, peps_kobo: 0 })
  expect(await orderOf(one.orderId)).toMatchObject({ fulfilment: 'pickup', fee: 0, charged: one.dueKobo })
  expect(await market.row('select 1 as one from public.order_addresses where order_id = $1', [one.orderId])).toBe(
    undefined,
  )
  // A second tab shares the payment.
  expect((await begin(one)).body.payment_id).toBe(body.payment_id)
  await payAt(body.payment_id)
  expect(await confirmed(body.payment_id)).toBe('succeeded')
  expect(await orderOf(one.orderId)).toMatchObject({
    fulfilment: 'delivery',
    fee: 150_000,
    charged: one.dueKobo + 150_000,
    peps: 0,
    status: 'paid',
  })
  expect(await market.row('select lga from public.order_addresses where order_id = $1', [one.orderId])).toEqual({
    lga: 'Surulere',
  })
  const receipt = await market.row<{ kobo: number; what: string }>(
    `select amount_kobo::integer as kobo, facts #>> '{orders,0,what}' as what from public.documents where payment_id = $1`,
    [body.payment_id],
  )
  expect([receipt.kobo, receipt.what.startsWith('More for delivery: ')]).toEqual([150_000, true])
  // Nothing is paid twice.
  expect((await begin(one)).body.code).toBe('no_difference')
})

test('return page, webhook and job running at once book it once', async () => {
  const one = await paid()
  const { payment_id } = (await begin(one)).body
  await payAt(payment_id)
  await play.advance()
  await Promise.all([confirmed(payment_id), confirmed(payment_id), processPayments(buys.deps), confirmed(payment_id)])
  expect(await orderOf(one.orderId)).toMatchObject({ fee: 150_000, charged: one.dueKobo + 150_000 })
  expect(
    await market.row('select count(*)::integer as n from public.order_fee_changes where order_id = $1', [one.orderId]),
  ).toEqual({ n: 1 })
})

test('leaving refunds each payment to its source, and PEPS as PEPS', async () => {
  const one = await paid()
  await givePeps(market, one.buyer, 50_000)
  const { payment_id } = (await begin(one, { peps_kobo: 50_000 })).body
  await payAt(payment_id, 100_000n)
  expect(await confirmed(payment_id)).toBe('succeeded')
  expect(await orderOf(one.orderId)).toMatchObject({ charged: one.dueKobo + 150_000, peps: 50_000 })
  await market.call('choose-return', { order_id: one.orderId, return_to: 'source' }, { as: one.buyer })
  expect((await leave(one)).status).toBe(200)
  expect(await refundsOf(one.orderId)).toEqual([
    { kobo: one.dueKobo, of_goods: true, reason: 'left' },
    { kobo: 100_000, of_goods: false, reason: 'left' },
  ])
  expect(await readBalanceKobo(market, 'peps', one.buyer)).toBe(50_000n)
  await buys.letRefundsArrive()
  expect(await orderOf(one.orderId)).toMatchObject({ status: 'refunded' })
})

test('a cheaper choice afterwards refunds the payment of the difference to its source', async () => {
  const one = await paid()
  await market.call('choose-return', { order_id: one.orderId, return_to: 'source' }, { as: one.buyer })
  const { payment_id } = (await begin(one)).body
  await payAt(payment_id)
  await confirmed(payment_id)
  expect((await toPlace(one)).status).toBe(200)
  expect(await refundsOf(one.orderId)).toEqual([{ kobo: 150_000, of_goods: false, reason: 'delivery_changed' }])
  // After a refund PEPS are rejected, naira are accepted.
  await givePeps(market, one.buyer, 150_000)
  expect((await begin(one, { peps_kobo: 150_000 })).body.code).toBe('peps_after_refund')
  const again = (await begin(one)).body
  await payAt(again.payment_id)
  expect(await confirmed(again.payment_id)).toBe('succeeded')
  await buys.letRefundsArrive()
})

test.each([50_000, 0])(
  'a choice that is not paid lapses, and money that comes after another choice goes back: %i kobo in PEPS',
  async (peps) => {
    const one = await paid()
    await givePeps(market, one.buyer, 50_000)
    const { payment_id } = (await begin(one, { peps_kobo: peps })).body
    // Choosing again cancels it: its PEPS are released, and the payment ends.
    expect((await toPlace(one)).status).toBe(200)
    expect(
      await market.row('select expires_at <= now() as is_over from public.payments where id = $1', [payment_id]),
    ).toEqual({ is_over: true })
    await payAt(payment_id, 150_000n - BigInt(peps))
    expect(await confirmed(payment_id)).toBe('succeeded')
    expect(await orderOf(one.orderId)).toMatchObject({ fulfilment: 'pickup', fee: 0, charged: one.dueKobo })
    expect(
      await market.row('select amount_kobo::integer as kobo, reason from public.refunds where payment_id = $1', [
        payment_id,
      ]),
    ).toEqual({ kobo: 150_000 - peps, reason: 'not_payable' })
    expect(await readBalanceKobo(market, 'peps', one.buyer)).toBe(50_000n)
  },
)

test('a difference is refunded if the order was settled or left, or its zone closed meanwhile', async () => {
  const [settled, left, closed] = [await paid(), await paid(), await paid()]
  const lga = 'Badagry'
  const closing = await createZone(market, { lgas: [lga] })
  closed.address = await createAddress(market, closed.buyer, { lga })
  const payments = [
    (await begin(settled)).body.payment_id,
    (await begin(left)).body.payment_id,
    (await begin(closed)).body.payment_id,
  ]
  await buys.letTimePass(settled.buyId, 1)
  await buys.clock()
  expect((await leave(left)).status).toBe(200)
  const chief = await market.person({ role: 'chief' })
  const shut = { delivery_zone_id: closing, reason: 'The bridge is out' }
  expect((await market.call('close-zone', shut, { as: chief })).status).toBe(200)
  for (const id of payments) {
    await payAt(id)
    expect(await confirmed(id)).toBe('succeeded')
    expect(
      await market.row('select amount_kobo::integer as kobo, reason from public.refunds where payment_id = $1', [id]),
    ).toEqual({ kobo: 150_000, reason: 'not_payable' })
  }
  for (const one of [settled, left, closed])
    expect(await orderOf(one.orderId)).toMatchObject({ fulfilment: 'pickup', charged: one.dueKobo })
})

test('a reversal of either payment ends the order, and the other payment is refunded', async () => {
  for (const which of ['goods', 'difference']) {
    const one = await paid()
    const { payment_id } = (await begin(one)).body
    await payAt(payment_id)
    await confirmed(payment_id)
    const goods = await market.row<{ reference: string }>(
      'select p.reference from public.payments p join public.orders o on o.payment_id = p.id where o.id = $1',
      [one.orderId],
    )
    const taken = which === 'goods' ? goods.reference : `AJ-${payment_id}`
    const answer = await play.gateway.readPayment(taken)
    const gateway = { ...play.gateway, readPayment: async () => answer && { ...answer, status: 'reversed' as const } }
    expect(await confirmPayment({ ...buys.deps, gateway }, taken)).toBe('reversed')
    expect(await refundsOf(one.orderId)).toEqual([
      which === 'goods'
        ? { kobo: 150_000, of_goods: false, reason: 'payment_reversed' }
        : { kobo: one.dueKobo, of_goods: true, reason: 'payment_reversed' },
    ])
    expect(await readBalanceKobo(market, 'escrow', one.orderId)).toBe(0n)
  }
})

test('the database applies a more expensive choice only with its payment, and once', async () => {
  const one = await paid()
  const { payment_id } = (await begin(one)).body
  const refused = 'A more expensive delivery takes effect once the difference is paid.'
  await expect(
    market.moved('gateway', `update public.delivery_upgrades set status = 'applied' where payment_id = $1`, [
      payment_id,
    ]),
  ).rejects.toThrow(refused)
  await market.db.owner.query(
    `insert into public.order_addresses select order_id, recipient, phone, street, landmark, state, lga from public.delivery_upgrades where payment_id = $1`,
    [payment_id],
  )
  const raise = (charged: number) =>
    market.moved(
      'gateway',
      `update public.orders o set fulfilment = 'delivery', pickup_point_id = null, delivery_zone_id = d.delivery_zone_id, delivery_fee_kobo = 150000,
         charged_kobo = charged_kobo + $2 from public.delivery_upgrades d where d.payment_id = $1 and o.id = d.order_id`,
      [payment_id, charged],
    )
  await expect(raise(0)).rejects.toThrow(refused)
  await expect(raise(150_000)).rejects.toThrow(refused)
  await market.db.owner.query('delete from public.order_addresses where order_id = $1', [one.orderId])
  await payAt(payment_id)
  await confirmed(payment_id)
  await expect(
    market.moved('gateway', `update public.delivery_upgrades set status = 'awaited' where payment_id = $1`, [
      payment_id,
    ]),
  ).rejects.toThrow('stays as it is')
})
