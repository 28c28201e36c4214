import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

// Up to 1,000 concurrent transactions, every fifth of which is rolled back: no gaps in the numbers, and no deadlocks.

let market: TestMarket
let about: { buyer: string; vendorId: string; orderId: string; paymentId: string }
beforeAll(async () => {
  market = await openTestMarket()
  const { buyId, vendorId } = await market.buy()
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const orderId: string = body.order.id
  const request = { order_ids: [orderId], peps_kobo: 0, expected_kobo: body.order.amount_due_kobo, return_to: null }
  const paymentId: string = (await market.call('pay-orders', request, { as: buyer })).body.payment_id
  about = { buyer, vendorId, orderId, paymentId }
})
afterAll(() => market.close())

/** Number of transactions; the full run uses the documented one. */
const TRANSACTIONS = (import.meta as { env?: { MODE?: string } }).env?.MODE === 'full' ? 1_000 : 100
class TurnedBack extends Error {}

/** Creates a receipt and an invoice in one transaction, in either order. */
async function write(index: number): Promise<void> {
  await market.db.database.as(SERVICE, async (tx) => {
    const { buyer, vendorId, orderId, paymentId } = about
    const receipt = () =>
      tx.query(
        `insert into public.documents (kind, cause, user_id, payment_id, amount_kobo, facts) values ('receipt', $1, $2, $3, 1, '{}')`,
        [`payment:${index}`, buyer, paymentId],
      )
    const invoice = () =>
      tx.query(
        `insert into public.documents (kind, cause, user_id, vendor_id, order_id, amount_kobo, facts) values ('invoice', $1, $2, $3, $4, 1, '{}')`,
        [`invoice:${index}`, buyer, vendorId, orderId],
      )
    for (const one of index % 2 ? [receipt, invoice] : [invoice, receipt]) await one()
    await tx.query(`select nextval('public.order_numbers')`)
    if (index % 5 === 0) {
      // Rolled back as late as possible: after its numbers were assigned.
      await tx.query('set constraints all immediate')
      throw new TurnedBack()
    }
  })
}

test('concurrent transactions are numbered without gaps, also if some are rolled back', async () => {
  const { first } = await market.row<{ first: string }>(`select nextval('public.order_numbers') as first`)
  const outcomes = await Promise.allSettled(Array.from({ length: TRANSACTIONS }, (_, index) => write(index)))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused.filter((fault) => !(fault instanceof TurnedBack))).toEqual([])
  const committed = TRANSACTIONS - TRANSACTIONS / 5
  for (const kind of ['receipt', 'invoice']) {
    const { rows } = await market.db.owner.query<{ serial: number; number: string }>(
      'select serial, number from public.documents where kind = $1 order by serial',
      [kind],
    )
    expect(rows.map(({ serial }) => serial)).toEqual(Array.from({ length: committed }, (_, index) => index + 1))
    expect(new Set(rows.map(({ number }) => number)).size).toBe(committed)
  }
  // Control: a sequence uses a number for each transaction, rolled back or not.
  const { last } = await market.row<{ last: string }>(`select nextval('public.order_numbers') as last`)
  expect(Number(last) - Number(first) - 1).toBe(TRANSACTIONS)
  expect(Number(last) - Number(first) - 1).toBeGreaterThan(committed)
})

test('the year is that of Lagos, and each year starts with one', async () => {
  await market.db.owner.query(
    `insert into public.documents (kind, cause, user_id, payment_id, amount_kobo, facts, issued_at) values
       ('receipt', 'year:1', $1, $2, 1, '{}', '2029-12-31 22:59:59Z'), ('receipt', 'year:2', $1, $2, 1, '{}', '2029-12-31 23:00:00Z')`,
    [about.buyer, about.paymentId],
  )
  const { rows } = await market.db.owner.query(
    `select number from public.documents where cause like 'year:%' order by cause`,
  )
  expect(rows.map(({ number }) => number)).toEqual(['RC-2029-000001', 'RC-2030-000001'])
})

test('a number cannot be chosen', async () => {
  await market.db.owner.query(
    `insert into public.documents (kind, year, serial, cause, user_id, payment_id, amount_kobo, facts, issued_at)
     values ('receipt', 2031, 77, 'request:1', $1, $2, 1, '{}', '2031-06-01')`,
    [about.buyer, about.paymentId],
  )
  expect(await market.row(`select number from public.documents where cause = 'request:1'`)).toEqual({
    number: 'RC-2031-000001',
  })
})
