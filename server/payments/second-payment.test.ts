import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { StartedPayment } from '#api/commands/payments.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, givePeps, type MoneyMarket, openMoneyMarket } from '#server/testing/money/money-market.ts'

let market: TestMarket
let play: LocalGateway
let routes: MoneyMarket['routes']
beforeAll(async () => {
  ;({ market, play, routes } = await openMoneyMarket())
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

interface Promised {
  buyer: string
  orderId: string
  dueKobo: number
}

async function promise(): Promise<Promised> {
  const { buyId } = await market.buy()
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 2 }, { as: buyer })
  await givePeps(market, buyer, 50_000)
  return { buyer, orderId: body.order.id, dueKobo: body.order.amount_due_kobo }
}

const pay = ({ buyer, orderId, dueKobo }: Promised, peps_kobo = 0, way: string | null = null) =>
  market.call(
    'pay-orders',
    { order_ids: [orderId], peps_kobo, expected_kobo: dueKobo, return_to: null, way },
    { as: buyer },
  )

async function begin(mine: Promised): Promise<StartedPayment> {
  const { status, body } = await pay(mine)
  expect(status).toBe(200)
  return body
}

const visit = async (path: string) =>
  (await routes.fetch(new Request(`https://market.test${path}`))).headers.get('location') ?? ''

/** Opens the page at the gateway, presses a button, and comes back. */
async function atGateway(paymentId: string, way: string): Promise<void> {
  const there = await visit(`/pay/${paymentId}`)
  const answer = await play.pages(new Request(there, { method: 'POST', body: new URLSearchParams({ way }) }))
  await visit(new URL(answer.headers.get('location') ?? '').pathname)
}

test('a page at the gateway that was never opened is replaced by another way to pay', async () => {
  const mine = await promise()
  const first = await begin(mine)
  expect((await pay(mine, 10_000)).body.payment_id).not.toBe(first.payment_id)
})

test('while the payer may be paying there, only the same payment goes on', async () => {
  const mine = await promise()
  const { payment_id } = await begin(mine)
  await visit(`/pay/${payment_id}`)
  const others = await Promise.all(Array.from({ length: 8 }, (_, at) => pay(mine, 10_000 + at)))
  for (const { status, body } of others) {
    expect([status, body.code, body.details]).toEqual([409, 'payment_under_way', { payment_id }])
  }
  expect((await begin(mine)).payment_id).toBe(payment_id)
  const { rows } = await market.db.owner.query('select from public.payment_parts where order_id = $1', [mine.orderId])
  expect(rows).toHaveLength(1)
})

test('a transfer under way blocks a second payment; a page that was left does not, until it is opened again', async () => {
  const mine = await promise()
  const { payment_id } = await begin(mine)
  await atGateway(payment_id, 'pay-late')
  expect((await pay(mine, 10_000)).body.code).toBe('payment_under_way')

  const other = await promise()
  const left = await begin(other)
  await atGateway(left.payment_id, 'leave')
  await visit(`/pay/${left.payment_id}`)
  expect((await pay(other, 10_000)).body.code).toBe('payment_under_way')
  await visit(`/pay/${left.payment_id}/back`)
  expect((await pay(other, 10_000)).status).toBe(200)
})

test('a payment that was cancelled or has expired does not block', async () => {
  const mine = await promise()
  const { payment_id } = await begin(mine)
  await visit(`/pay/${payment_id}`)
  await market.call('cancel-payment', { payment_id }, { as: mine.buyer })
  const second = (await pay(mine, 10_000)).body
  await visit(`/pay/${second.payment_id}`)
  await market.db.owner.query('update public.payments set expires_at = now() where id = $1', [second.payment_id])
  expect((await pay(mine)).status).toBe(200)
})

test('the database refuses a second payment too', async () => {
  const mine = await promise()
  const { payment_id } = await begin(mine)
  await visit(`/pay/${payment_id}`)
  const id = crypto.randomUUID()
  await market.moved(
    'buyer',
    `insert into public.payments (id, reference, user_id, gateway, naira_kobo) values ($1, $2, $3, 'local', $4)`,
    [id, `AJ-${id}`, mine.buyer, mine.dueKobo],
  )
  const part = 'insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo) values ($1, $2, $3, 0)'
  await expect(market.db.owner.query(part, [id, mine.orderId, mine.dueKobo])).rejects.toThrow(
    'You have started to pay for this.',
  )
  await market.db.owner.query('delete from public.status_changes where subject_id = $1', [id])
  await market.db.owner.query('delete from public.payments where id = $1', [id])
})

test('the chosen way is kept with the payment, and no other is taken', async () => {
  const mine = await promise()
  const { body } = await pay(mine, 0, 'ussd')
  expect(await market.row('select way from public.payments where id = $1', [body.payment_id])).toEqual({ way: 'ussd' })
  expect((await pay(mine, 0, 'cheque')).status).toBe(400)
})
