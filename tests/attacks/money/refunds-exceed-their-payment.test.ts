import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditEverything } from '#database/audit/everything.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, openMoneyMarket } from '#server/testing/money/money-market.ts'
import { type PaidOrder, paidOrders } from '#server/testing/money/paid-order.ts'

let market: TestMarket
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  const opened = await openMoneyMarket()
  market = opened.market
  paid = paidOrders(market, opened)
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market?.close())

const WRITE = `insert into public.refunds (payment_id, order_id, amount_kobo, reason, next_try_at) values ($1, $2, $3, 'left', null)`
const refund = ({ paymentId, orderId }: PaidOrder, kobo: bigint) =>
  market.moved('buyer', WRITE, [paymentId, orderId, kobo])
const forget = ({ paymentId }: PaidOrder) =>
  market.db.owner.query('delete from public.refunds where payment_id = $1', [paymentId])

test('the database rejects refunds beyond the payment, also concurrent ones', async () => {
  const one = await paid()
  const beyond = { code: '23514', constraint: 'refunds_within_payment' }
  await expect(refund(one, one.amountKobo + 1n)).rejects.toMatchObject(beyond)
  const half = one.amountKobo / 2n
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => refund(one, half)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(refund(one, 2n)).rejects.toMatchObject(beyond)
  await expect(
    market.db.owner.query('update public.refunds set amount_kobo = amount_kobo + 2 where payment_id = $1', [
      one.paymentId,
    ]),
  ).rejects.toMatchObject(beyond)
  await forget(one)
})

test('the audit finds refunds beyond their payment', async () => {
  const one = await paid()
  const client = await market.db.owner.connect()
  try {
    await client.query('begin')
    await client.query('alter table public.refunds disable trigger refunds_within_payment')
    await client.query(`select public.caused_by('buyer')`)
    for (const kobo of [one.amountKobo, 1n]) await client.query(WRITE, [one.paymentId, one.orderId, kobo])
    expect((await auditEverything(client)).map(({ rule }) => rule)).toContain('L9 payment')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
