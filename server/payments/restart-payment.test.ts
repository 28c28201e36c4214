import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
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
import { watchedDatabase } from '../../tests/trials/setup/watched-database.ts'
import { confirmPayment, type PaymentDeps } from './confirm-payment.ts'
import { gatewayRoutes } from './gateway/gateway-routes.ts'

// The process dies between the gateway's response and the storing of its page: the payer can continue at once.

const SITE = 'https://market.test'
let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let routes: MoneyMarket['routes']
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  routes = routesOf(deps)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market?.close())

/** Without delay: no other request is about to store a page. */
const routesOf = (through: PaymentDeps) =>
  gatewayRoutes({ ...through, retryDelaysMs: [0], reportFault: (fault) => market.faults.push(fault) })

async function begun({ pepsKobo = 0 } = {}) {
  const { buyId } = await market.buy()
  const buyer = await market.person()
  if (pepsKobo > 0) await givePeps(market, buyer, pepsKobo)
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
  const { id: orderId, amount_due_kobo: dueKobo } = body.order
  const request = { order_ids: [orderId], peps_kobo: pepsKobo, expected_kobo: dueKobo, return_to: null }
  const { payment_id: paymentId } = (await market.call('pay-orders', request, { as: buyer })).body
  return { buyer, orderId, dueKobo, paymentId, request }
}

const visit = async (path: string, through = routes) => through.fetch(new Request(`${SITE}${path}`))
const placeOf = (answer: Response) => answer.headers.get('location') ?? ''
const press = (url: string) =>
  play.pages(new Request(url, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }))
const orderOf = (id: string) => market.row('select status, charged_kobo from public.orders where id = $1', [id])

/** A database whose process dies before its nth statement. */
function dyingAt(statement: number): { process: MoneyMarket['routes']; hasDied: () => boolean } {
  let seen = 0
  const database = watchedDatabase(market.db.database, () => {
    seen += 1
    if (seen >= statement) throw new Error('Killed')
    return undefined
  })
  return {
    process: gatewayRoutes({ ...deps, database, retryDelaysMs: [0], reportFault: () => undefined }),
    hasDied: () => seen >= statement,
  }
}

test('wherever the process dies, the next click leads to a page that pays the order once', async () => {
  let died = true
  for (let statement = 1; died; statement += 1) {
    const { paymentId, orderId, dueKobo } = await begun()
    const { process, hasDied } = dyingAt(statement)
    await visit(`/pay/${paymentId}`, process).catch(() => undefined)
    died = hasDied()
    const there = placeOf(await visit(`/pay/${paymentId}`))
    expect(there).toContain('/dev/pay/AJ-')
    const back = placeOf(await press(there))
    await visit(new URL(back).pathname)
    expect(await orderOf(orderId)).toEqual({ status: 'paid', charged_kobo: BigInt(dueKobo) })
  }
})

test('also if a process dies while it restarts the payment', async () => {
  let died = true
  for (let statement = 1; died; statement += 1) {
    const { paymentId, orderId, dueKobo, buyer } = await begun({ pepsKobo: 1_000 })
    // Its page was lost: the gateway has the reference, and no page is stored.
    await visit(`/pay/${paymentId}`)
    await market.db.owner.query('update public.payments set pay_url = null where id = $1', [paymentId])
    const { process, hasDied } = dyingAt(statement)
    await visit(`/pay/${paymentId}`, process).catch(() => undefined)
    died = hasDied()
    const back = placeOf(await press(placeOf(await visit(`/pay/${paymentId}`))))
    await visit(new URL(back).pathname)
    expect(await orderOf(orderId)).toEqual({ status: 'paid', charged_kobo: BigInt(dueKobo) })
    expect(await readBalanceKobo(market, 'peps', buyer)).toBe(0n)
  }
})

test('only one reference can be paid after many concurrent clicks', async () => {
  const { paymentId, orderId } = await begun()
  await visit(`/pay/${paymentId}`)
  await market.db.owner.query('update public.payments set pay_url = null where id = $1', [paymentId])
  const answers = await Promise.all(Array.from({ length: 5 }, () => visit(`/pay/${paymentId}`)))
  expect(new Set(answers.map(placeOf)).size).toBe(1)
  const { rows } = await market.db.owner.query(
    `select p.id from public.payments p join public.payment_parts t on t.payment_id = p.id
     where t.order_id = $1 and p.expires_at > now() and p.status in ('initiated', 'pending')`,
    [orderId],
  )
  expect(rows).toHaveLength(1)
  expect(placeOf(answers[0] as Response)).toContain(rows[0].id)
})

test('money that arrives under the lost reference pays the order; a second payment is refunded', async () => {
  const { paymentId, orderId, dueKobo, buyer, request } = await begun()
  const first = placeOf(await visit(`/pay/${paymentId}`))
  await market.db.owner.query('update public.payments set pay_url = null where id = $1', [paymentId])
  const second = placeOf(await visit(`/pay/${paymentId}`))
  expect(second).not.toBe(first)
  // Paying the order again leads to the same attempt.
  const again = (await market.call('pay-orders', request, { as: buyer })).body
  expect(second).toContain(again.payment_id)
  await press(first)
  await confirmPayment(deps, `AJ-${paymentId}`)
  expect(await orderOf(orderId)).toEqual({ status: 'paid', charged_kobo: BigInt(dueKobo) })
  await press(second)
  await confirmPayment(deps, `AJ-${again.payment_id}`)
  await processPayments(deps)
  expect(await market.row('select amount_kobo from public.refunds where payment_id = $1', [again.payment_id])).toEqual({
    amount_kobo: BigInt(dueKobo),
  })
})

test('a payer who paid on a page that was lost here is not asked to pay again', async () => {
  const { paymentId, orderId } = await begun()
  const page = placeOf(await visit(`/pay/${paymentId}`))
  await press(page)
  await market.db.owner.query('update public.payments set pay_url = null where id = $1', [paymentId])
  expect(placeOf(await visit(`/pay/${paymentId}`))).toBe(`/account/payments/${paymentId}`)
  expect(await orderOf(orderId)).toMatchObject({ status: 'paid' })
})

test('a return that the gateway does not answer is checked again within seconds', async () => {
  const { paymentId, orderId, dueKobo } = await begun()
  const back = placeOf(await press(placeOf(await visit(`/pay/${paymentId}`))))
  const silent = { ...deps.gateway, readPayment: () => Promise.reject(new GatewayFault('No answer')) }
  const answer = await visit(new URL(back).pathname, routesOf({ ...deps, gateway: silent }))
  expect(answer.status).toBe(303)
  expect(await orderOf(orderId)).toEqual({ status: 'pending', charged_kobo: 0n })
  expect(
    await market.row(
      `select next_check_at < now() + interval '15 seconds' as is_soon from public.payments where id = $1`,
      [paymentId],
    ),
  ).toEqual({ is_soon: true })
  await market.db.owner.query('update public.payments set next_check_at = now() where id = $1', [paymentId])
  await processPayments(deps)
  expect(await orderOf(orderId)).toEqual({ status: 'paid', charged_kobo: BigInt(dueKobo) })
})
