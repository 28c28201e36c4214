import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StartedPayment } from '#api/commands/payments.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import {
  auditFaults,
  givePeps,
  type MoneyMarket,
  openMoneyMarket,
  readBalanceKobo,
} from '#server/testing/money/money-market.ts'
import { confirmPayment, type PaymentDeps } from './confirm-payment.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let routes: MoneyMarket['routes']
beforeAll(async () => {
  ;({ market, play, deps, routes } = await openMoneyMarket())
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

interface Pending {
  buyer: string
  orderId: string
  dueKobo: number
  buyId: string
}

async function pendingOrder(buyer?: string): Promise<Pending> {
  const { buyId } = await market.buy()
  const person = buyer ?? (await market.person())
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: person })
  return { buyer: person, orderId: body.order.id, dueKobo: body.order.amount_due_kobo, buyId }
}

const pay = (order: Pending, more: Record<string, unknown> = {}) =>
  market.call(
    'pay-orders',
    { order_ids: [order.orderId], peps_kobo: 0, expected_kobo: order.dueKobo, return_to: null, ...more },
    { as: order.buyer },
  )

async function begun(order: Pending, more: Record<string, unknown> = {}): Promise<StartedPayment> {
  const { status, body } = await pay(order, more)
  expect([status, body.message]).toEqual([200, undefined])
  return body
}

const visit = (path: string) => routes.fetch(new Request(`https://market.test${path}`))

/** Opens the gateway's page, presses a button, and follows the redirect back if there is one. */
async function atGateway(paymentId: string, way: string, comesBack = true): Promise<void> {
  const there = (await visit(`/pay/${paymentId}`)).headers.get('location') ?? ''
  const answer = await play.pages(new Request(there, { method: 'POST', body: new URLSearchParams({ way }) }))
  const back = answer.headers.get('location')
  if (back && comesBack) await visit(new URL(back).pathname)
}

/** Pays on a gateway page that was opened in time and is still open. */
const payLate = (paymentId: string) =>
  play.pages(
    new Request(`https://market.test/dev/pay/AJ-${paymentId}`, {
      method: 'POST',
      body: new URLSearchParams({ way: 'pay' }),
    }),
  )

const work = async () => {
  await play.advance()
  await processPayments(deps)
}
const order = (id: string) =>
  market.row(
    'select status, amount_due_kobo, charged_kobo, peps_kobo, paid_at is not null as is_paid from public.orders where id = $1',
    [id],
  )
const payment = (id: string) =>
  market.row('select status, trouble, received_kobo from public.payments where id = $1', [id])
const escrow = (id: string) => readBalanceKobo(market, 'escrow', id)
const give = (person: string, kobo: number) => givePeps(market, person, kobo)

describe('paying in naira', () => {
  test('goes from the order to the gateway and back, and is held in escrow', async () => {
    const mine = await pendingOrder()
    const { payment_id, status, naira_kobo } = await begun(mine)
    expect([status, naira_kobo]).toEqual(['initiated', mine.dueKobo])
    await atGateway(payment_id, 'pay')
    expect(await order(mine.orderId)).toEqual({
      status: 'paid',
      amount_due_kobo: 0n,
      charged_kobo: BigInt(mine.dueKobo),
      peps_kobo: 0n,
      is_paid: true,
    })
    expect(await escrow(mine.orderId)).toBe(BigInt(mine.dueKobo))
    expect(
      await market.row('select paid_participants, paid_quantity from public.group_buys where id = $1', [mine.buyId]),
    ).toEqual({
      paid_participants: 1,
      paid_quantity: 2,
    })
  })

  test('has one result for concurrent confirmations', async () => {
    const mine = await pendingOrder()
    const { payment_id } = await begun(mine)
    await atGateway(payment_id, 'pay', false)
    await play.advance()
    await Promise.all([
      ...Array.from({ length: 8 }, () => confirmPayment(deps, `AJ-${payment_id}`)),
      ...Array.from({ length: 4 }, () => processPayments(deps)),
      ...Array.from({ length: 4 }, () => visit(`/pay/${payment_id}/back`)),
    ])
    expect(await escrow(mine.orderId)).toBe(BigInt(mine.dueKobo))
    const { rows } = await market.db.owner.query(
      `select from public.status_changes where subject_id = $1 and to_status = 'paid'`,
      [mine.orderId],
    )
    expect(rows).toHaveLength(1)
  })

  test('is confirmed by webhook if the tab is closed', async () => {
    const mine = await pendingOrder()
    const { payment_id } = await begun(mine)
    await atGateway(payment_id, 'pay-and-vanish')
    await work()
    expect(await order(mine.orderId)).toMatchObject({ status: 'paid' })
  })

  test('is confirmed by polling if the webhook is lost too', async () => {
    const mine = await pendingOrder()
    const { payment_id } = await begun(mine)
    await atGateway(payment_id, 'pay-and-vanish')
    await market.db.owner.query('delete from local_gateway.events')
    await processPayments(deps)
    expect(await order(mine.orderId)).toMatchObject({ status: 'pending' })
    await market.db.owner.query('update public.payments set next_check_at = now() where id = $1', [payment_id])
    await processPayments(deps)
    expect(await order(mine.orderId)).toMatchObject({ status: 'paid' })
  })

  test('in two tabs is one payment', async () => {
    const mine = await pendingOrder()
    const all = await Promise.all([begun(mine), begun(mine), begun(mine)])
    expect(new Set(all.map(({ payment_id }) => payment_id)).size).toBe(1)
  })

  test('declined leaves the order as it was, and can be tried again', async () => {
    const mine = await pendingOrder()
    const first = await begun(mine)
    await atGateway(first.payment_id, 'decline')
    expect(await payment(first.payment_id)).toMatchObject({ status: 'failed' })
    const second = await begun(mine)
    expect(second.payment_id).not.toBe(first.payment_id)
    await atGateway(second.payment_id, 'pay')
    expect(await order(mine.orderId)).toMatchObject({ status: 'paid' })
  })

  test.each([['too little', 'pay-less', 'pending', (due: number) => due - 10_000]])(
    '%s goes back by itself',
    async (_, way, status, received) => {
      const mine = await pendingOrder()
      const { payment_id } = await begun(mine)
      await atGateway(payment_id, way)
      expect(await order(mine.orderId)).toMatchObject({ status })
      expect(await payment(payment_id)).toEqual({
        status: 'succeeded',
        trouble: 'amount',
        received_kobo: BigInt(received(mine.dueKobo)),
      })
      await refunded(payment_id)
      expect(
        await market.row('select status, amount_kobo from public.refunds where payment_id = $1', [payment_id]),
      ).toEqual({
        status: 'processed',
        amount_kobo: BigInt(received(mine.dueKobo)),
      })
    },
  )

  test('after the order has expired is refunded automatically', async () => {
    const mine = await pendingOrder()
    const { payment_id } = await begun(mine)
    await visit(`/pay/${payment_id}`)
    await market.db.owner.query('update public.payments set expires_at = now() where id = $1', [payment_id])
    await market.moved(
      'clock',
      `update public.orders set status = 'expired', amount_due_kobo = 0, ended_at = now() where id = $1`,
      [mine.orderId],
    )
    await payLate(payment_id)
    await work()
    expect(await payment(payment_id)).toMatchObject({ status: 'succeeded', trouble: 'not_payable' })
    expect(await order(mine.orderId)).toMatchObject({ status: 'expired', charged_kobo: 0n })
    await refunded(payment_id)
  })

  test('twice, by an old page, is refunded automatically', async () => {
    const mine = await pendingOrder()
    const first = await begun(mine)
    await visit(`/pay/${first.payment_id}`)
    await market.db.owner.query('update public.payments set expires_at = now() where id = $1', [first.payment_id])
    const second = await begun(mine)
    await atGateway(second.payment_id, 'pay')
    await payLate(first.payment_id)
    await work()
    expect(await payment(first.payment_id)).toMatchObject({ status: 'succeeded', trouble: 'not_payable' })
    expect(await escrow(mine.orderId)).toBe(BigInt(mine.dueKobo))
    await refunded(first.payment_id)
  })

  test('is refused for the order of another user, an unknown order or a wrong total', async () => {
    const mine = await pendingOrder()
    const otherUser = await market.person()
    expect((await pay({ ...mine, buyer: otherUser })).body.code).toBe('order_not_found')
    expect((await pay({ ...mine, dueKobo: mine.dueKobo - 1 })).body).toMatchObject({
      code: 'total_mismatch',
      details: { total_kobo: String(mine.dueKobo) },
    })
    for (const peps_kobo of [-1, 0.5, 2 ** 53, '1', null, Number.NaN])
      expect((await pay(mine, { peps_kobo })).status).toBe(400)
    for (const order_ids of [[], [mine.orderId, mine.orderId], ['x'], 'x', null])
      expect((await pay(mine, { order_ids })).status).toBe(400)
    expect((await pay(mine, { return_to: 'mattress' })).status).toBe(400)
  })

  test('is refused at the due time plus a moment, and for what is paid', async () => {
    const mine = await pendingOrder()
    await atGateway((await begun(mine)).payment_id, 'pay')
    expect((await pay(mine)).body.code).toBe('already_paid')
    const late = await pendingOrder()
    await market.db.owner.query(`alter table public.group_buys disable trigger user`)
    await market.db.owner.query(
      `update public.group_buys set payment_due_at = now() - interval '1 millisecond', end_date = now() - interval '1 day' where id = $1`,
      [late.buyId],
    )
    await market.db.owner.query(`alter table public.group_buys enable trigger user`)
    expect((await pay(late)).body.code).toBe('payment_closed')
    await market.db.owner.query('delete from public.order_lines where order_id = $1', [late.orderId])
    await market.db.owner.query(`delete from public.status_changes where subject_id in ($1, $2)`, [
      late.orderId,
      late.buyId,
    ])
    await market.db.owner.query('delete from public.orders where id = $1', [late.orderId])
    await market.db.owner.query('delete from public.group_buys where id = $1', [late.buyId])
  })
})

/** Processes refunds until that of a payment has arrived. */
async function refunded(paymentId: string): Promise<void> {
  await work()
  await work()
  await market.db.owner.query(
    `update public.refunds set next_try_at = now() where payment_id = $1 and status = 'sent'`,
    [paymentId],
  )
  await work()
  expect(await market.row('select status from public.refunds where payment_id = $1', [paymentId])).toEqual({
    status: 'processed',
  })
}

describe('paying in PEPS', () => {
  test('in full is done at once, without a gateway', async () => {
    const mine = await pendingOrder()
    await give(mine.buyer, mine.dueKobo + 100)
    expect(await begun(mine, { peps_kobo: mine.dueKobo })).toMatchObject({ status: 'succeeded', naira_kobo: 0 })
    expect(await order(mine.orderId)).toMatchObject({ status: 'paid', peps_kobo: BigInt(mine.dueKobo) })
    expect(await market.row('select points_balance from public.profiles where id = $1', [mine.buyer])).toEqual({
      points_balance: '1.00',
    })
  })

  test('in part holds them until the naira are paid', async () => {
    const mine = await pendingOrder()
    await give(mine.buyer, 50_000)
    const { payment_id } = await begun(mine, { peps_kobo: 50_000 })
    expect(await market.row('select points_balance from public.profiles where id = $1', [mine.buyer])).toEqual({
      points_balance: '0.00',
    })
    await atGateway(payment_id, 'pay')
    expect(await order(mine.orderId)).toMatchObject({
      status: 'paid',
      charged_kobo: BigInt(mine.dueKobo),
      peps_kobo: 50_000n,
    })
    expect(await escrow(mine.orderId)).toBe(BigInt(mine.dueKobo))
  })

  test.each(['decline', 'pay-less'])('are released after %s', async (way) => {
    const mine = await pendingOrder()
    await give(mine.buyer, 50_000)
    const { payment_id } = await begun(mine, { peps_kobo: 50_000 })
    await atGateway(payment_id, way)
    expect(await market.row('select points_balance from public.profiles where id = $1', [mine.buyer])).toEqual({
      points_balance: '500.00',
    })
    await work()
  })

  test('are released if the payment expires, and naira that arrive later are refunded', async () => {
    const mine = await pendingOrder()
    await give(mine.buyer, 50_000)
    const { payment_id } = await begun(mine, { peps_kobo: 50_000 })
    await visit(`/pay/${payment_id}`)
    await market.db.owner.query('update public.payments set expires_at = now() where id = $1', [payment_id])
    await market.db.owner.query('select ledger.post($1, $2)', [
      `hold-ended:${payment_id}`,
      JSON.stringify([
        {
          kind: 'peps_spent',
          debit: mine.buyer,
          credit: mine.orderId,
          amount_kobo: 50_000,
          phase: 'voided',
          hold: `hold:${payment_id}#1`,
        },
      ]),
    ])
    await play.pages(
      new Request(`https://market.test/dev/pay/AJ-${payment_id}`, {
        method: 'POST',
        body: new URLSearchParams({ way: 'pay' }),
      }),
    )
    await work()
    expect(await order(mine.orderId)).toMatchObject({ status: 'pending' })
    expect(await payment(payment_id)).toMatchObject({ trouble: 'not_payable' })
    await refunded(payment_id)
  })

  test('cannot be spent twice by orders paid at the same moment', async () => {
    const buyer = await market.person()
    await give(buyer, 50_000)
    const mine = await Promise.all([pendingOrder(buyer), pendingOrder(buyer), pendingOrder(buyer)])
    const answers = await Promise.all(mine.map((one) => pay(one, { peps_kobo: 50_000 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  test('more than the balance or the total are refused', async () => {
    const mine = await pendingOrder()
    await give(mine.buyer, 100)
    expect((await pay(mine, { peps_kobo: 101 })).body).toMatchObject({
      code: 'peps_not_enough',
      message: 'You can spend ₦1 in PEPS.',
    })
    expect((await pay(mine, { peps_kobo: mine.dueKobo + 1 })).body.code).toBe('peps_exceed_total')
  })
})

describe('the webhook route', () => {
  const deliver = (body: string, signature: string | null) =>
    routes.fetch(
      new Request('https://market.test/webhooks/paystack', {
        method: 'POST',
        body,
        headers: signature === null ? {} : { 'x-paystack-signature': signature },
      }),
    )

  test('rejects bodies without the gateway’s signature', async () => {
    const body = JSON.stringify({ event: 'charge.success', data: { reference: 'AJ-x', id: 1 } })
    for (const signature of [null, '', 'a'.repeat(128)]) expect((await deliver(body, signature)).status).toBe(401)
    expect((await deliver('x'.repeat(65 * 1024), 'a'.repeat(128))).status).toBe(413)
  })
})
