import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEverything } from '#database/audit/everything.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { auditBooks } from '#server/books/audit-books.ts'
import { compareGateway } from '#server/books/compare-gateway.ts'
import { confirmPayment, type PaymentDeps } from '#server/payments/confirm-payment.ts'
import { bookReversal } from '#server/payments/reversals/book-reversal.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, countMails, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { type PaidOrder, paidOrders } from '#server/testing/money/paid-order.ts'

// Paystack calls a payment reversed once our own refund has given all of it back.

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  paid = paidOrders(market, { play, deps })
  await market.person({ role: 'chief' })
})
afterAll(() => market?.close())

const sql = (text: string, values: unknown[] = []) => market.db.owner.query(text, values)
const paymentOf = ({ reference }: PaidOrder) =>
  market.row('select status, trouble, charged_back_kobo from public.payments where reference = $1', [reference])

async function refundedInFull(): Promise<PaidOrder> {
  const one = await paid()
  await market.call('leave-group-buy', { order_id: one.orderId }, { as: one.buyer })
  await processPayments(deps)
  await play.advance()
  await sql(`update public.refunds set next_try_at = now() where status = 'sent'`)
  await processPayments(deps)
  return one
}

test('our own full refund is no loss, whichever job polls the gateway, and the books reconcile the night after', async () => {
  const [loss, owed, notified] = [
    await readBalanceKobo(market, 'loss'),
    await readBalanceKobo(market, 'gateway'),
    await countMails(market, 'payment-reversed'),
  ]
  const one = await refundedInFull()
  expect(await play.gateway.readPayment(one.reference)).toMatchObject({ status: 'reversed' })
  await sql(
    `update local_gateway.payments set created_at = created_at - interval '1 day', paid_at = paid_at - interval '1 day'`,
  )
  await sql(`update local_gateway.refunds set created_at = created_at - interval '1 day'`)
  await compareGateway(deps)
  await sql('update public.payments set next_check_at = now() where reference = $1', [one.reference])
  await processPayments(deps)
  expect(await confirmPayment(deps, one.reference)).toBe('succeeded')
  expect(await paymentOf(one)).toEqual({ status: 'succeeded', trouble: null, charged_back_kobo: 0n })
  expect(await readBalanceKobo(market, 'loss')).toBe(loss)
  expect(await readBalanceKobo(market, 'gateway')).toBe(owed)
  expect(await countMails(market, 'payment-reversed')).toBe(notified)
  const open = await sql(
    'select kind, fault from public.book_differences where resolved_at is null and cleared_at is null',
  )
  expect(open.rows).toEqual([])
  expect(await auditFaults(market)).toEqual([])
})

test('nor if the gateway lists it later, or without our reference', async () => {
  const loss = await readBalanceKobo(market, 'loss')
  const { reference } = await refundedInFull()
  const { gateway } = deps
  const later = { ...gateway, listRefunds: async () => [] }
  expect(await confirmPayment({ ...deps, gateway: later }, reference)).toBe('succeeded')
  const unnoted = {
    ...gateway,
    listRefunds: async (id: string) =>
      (await gateway.listRefunds(id)).map((refund) => ({ ...refund, note: 'Refund for it' })),
  }
  expect(await confirmPayment({ ...deps, gateway: unnoted }, reference)).toBe('succeeded')
  expect(await readBalanceKobo(market, 'loss')).toBe(loss)
})

test('a refund made past our books is a loss of exactly that sum', async () => {
  const loss = await readBalanceKobo(market, 'loss')
  const one = await paid()
  await play.gateway.refund({ reference: one.reference, amountKobo: one.amountKobo, note: 'made at the desk' })
  await play.advance()
  expect(await confirmPayment(deps, one.reference)).toBe('reversed')
  expect(await readBalanceKobo(market, 'loss')).toBe(loss)
  expect(await readBalanceKobo(market, 'escrow', one.orderId)).toBe(0n)
  expect(await paymentOf(one)).toMatchObject({ charged_back_kobo: one.amountKobo })
  expect(await auditFaults(market)).toEqual([])
})

test('both audits find our own refund that was booked as a chargeback', async () => {
  const one = await refundedInFull()
  await market.db.database.as(SERVICE, async (tx) => {
    await tx.query(`select public.caused_by('gateway')`)
    await bookReversal(tx, { ...one, takenKobo: one.amountKobo, siteUrl: deps.siteUrl })
  })
  const client = await market.db.owner.connect()
  try {
    expect(await auditEverything(client)).toContainEqual(
      expect.objectContaining({ rule: 'L12 own refund', subject: one.paymentId }),
    )
  } finally {
    client.release()
  }
  await auditBooks(deps, { cause: 'night', requestedBy: null })
  const { findings } = await market.row<{ findings: { rule: string }[] }>(
    'select findings from public.audit_runs order by started_at desc limit 1',
  )
  expect(findings.map(({ rule }) => rule)).toContain('L12 own refund')
})
