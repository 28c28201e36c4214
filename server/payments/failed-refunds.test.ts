import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { TestMarket } from '../testing/market.ts'
import { faultsOf, mailsOf, openMoneyMarket } from '../testing/money-market.ts'
import { type PaidOrder, paidOrders } from '../testing/paid-order.ts'
import type { PaymentDeps } from './confirm-payment.ts'
import { workOnPayments } from './gateway-work.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let paid: ReturnType<typeof paidOrders>
let chief: string
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  paid = paidOrders(market, { play, deps })
  chief = await market.person({ role: 'chief' })
  await market.db.owner.query(
    `insert into public.banks (code, name, gateway_bank_id) values ('058', 'Guaranty Trust Bank', '9')`,
  )
})
afterEach(async () => expect(await faultsOf(market)).toEqual([]))
afterAll(() => market?.close())

const sql = (text: string, values: unknown[] = []) => market.db.owner.query(text, values)
const refundOf = ({ orderId }: PaidOrder) =>
  market.row<{ id: string; status: string; failures: number; waits: boolean }>(
    'select id, status, failures, next_try_at is not null as waits from public.refunds where order_id = $1',
    [orderId],
  )
const made = async ({ reference }: PaidOrder) =>
  (await sql('select status from local_gateway.refunds where reference = $1 order by id', [reference])).rows.map(
    ({ status }) => status,
  )
const endAs = ({ reference }: PaidOrder, status: string) =>
  sql('update local_gateway.payments set refunds_end = $2 where reference = $1', [reference, status])

/** The refund's time has come, the gateway is asked, and moves on afterwards if it may. */
async function look(one: PaidOrder, { moves = true } = {}): Promise<void> {
  await sql(`update public.refunds set next_try_at = now() where order_id = $1 and next_try_at is not null`, [
    one.orderId,
  ])
  await workOnPayments(deps)
  if (moves) await play.work()
}

async function left(refundsEnd: string): Promise<PaidOrder> {
  const one = await paid()
  await endAs(one, refundsEnd)
  await market.call('leave-group-buy', { order_id: one.orderId }, { as: one.buyer })
  return one
}

const repeat = (id: string, account = {}) =>
  market.call('repeat-refund', { refund_id: id, bank_code: null, account_number: null, ...account }, { as: chief })

test('looks at a slow bank are no failures: what fails after the fifth look is sent again', async () => {
  const one = await left('failed')
  for (let count = 0; count < 7; count += 1) await look(one, { moves: false })
  await play.work()
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'failed', failures: 1, waits: true })
  await endAs(one, 'processed')
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
  expect(await made(one)).toEqual(['failed', 'processed'])
})

test('after five failures, with longer and longer pauses, a chief is told and has it sent again', async () => {
  const one = await left('failed')
  const told = await mailsOf(market, 'refund-stuck')
  const pauses: number[] = []
  for (let failure = 1; failure <= 5; failure += 1) {
    await look(one)
    await look(one, { moves: false })
    const { hours } = await market.row<{ hours: number | null }>(
      'select round(extract(epoch from next_try_at - now()) / 3600)::integer as hours from public.refunds where order_id = $1',
      [one.orderId],
    )
    if (hours !== null) pauses.push(hours)
  }
  expect(pauses).toEqual([1, 2, 4, 8])
  const { id, ...stuck } = await refundOf(one)
  expect(stuck).toEqual({ status: 'needs_attention', failures: 5, waits: false })
  expect(await mailsOf(market, 'refund-stuck')).toBeGreaterThan(told)
  await endAs(one, 'processed')
  const wish = { refund_id: id, bank_code: null, account_number: null }
  const [manager, buyer] = [await market.person({ role: 'manager' }), one.buyer]
  for (const as of [manager, buyer]) expect((await market.call('repeat-refund', wish, { as })).status).toBe(404)
  expect((await repeat(id)).status).toBe(200)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed', failures: 0 })
  expect((await made(one)).filter((status) => status !== 'failed')).toEqual(['processed'])
})

test('one that has failed for good under the former count is repeated by a chief', async () => {
  const one = await left('failed')
  await look(one)
  await look(one, { moves: false })
  await sql('update public.refunds set next_try_at = null where order_id = $1', [one.orderId])
  await endAs(one, 'processed')
  expect((await repeat((await refundOf(one)).id)).status).toBe(200)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
})

test('to another account it goes by the id of the gateway’s bank, once, although the chief presses again', async () => {
  const one = await left('needs-attention')
  await look(one)
  await look(one)
  const { id, status } = await refundOf(one)
  expect(status).toBe('needs_attention')
  expect((await repeat(id, { bank_code: '058', account_number: '0123456780' })).status).toBe(200)
  expect((await repeat(id)).status).toBe(409)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
  expect(await made(one)).toEqual(['processed'])
})

test('is sent once, although the gateway’s answer was lost', async () => {
  const one = await left('processed')
  const { gateway } = deps
  let lost = 0
  const losing: PaymentDeps = {
    ...deps,
    gateway: {
      ...gateway,
      async refund(wish) {
        await gateway.refund(wish)
        lost += 1
        throw new Error('The process died before it read the answer')
      },
    },
  }
  await expect(workOnPayments(losing)).rejects.toThrow()
  expect(lost).toBe(1)
  await look(one)
  await look(one)
  expect(await refundOf(one)).toMatchObject({ status: 'processed' })
  expect(await made(one)).toEqual(['processed'])
})
