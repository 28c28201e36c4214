import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { endDispute, openDispute } from '#platform/payment-gateways/local/dispute-calls.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { finishRefunds } from '#server/settlement/refund-ended-buys.ts'
import { completeHandOver, makeReady } from '#server/testing/goods/hand-over.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, countMails, openMoneyMarket, readBalanceKobo } from '#server/testing/money/money-market.ts'
import { type PaidOrder, paidOrders } from '#server/testing/money/paid-order.ts'
import { confirmPayment, type PaymentDeps } from '../confirm-payment.ts'
import { recordEvent } from '../gateway/record-event.ts'

let market: TestMarket
let play: LocalGateway
let deps: PaymentDeps
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  ;({ market, play, deps } = await openMoneyMarket())
  paid = paidOrders(market, { play, deps })
  await market.person({ role: 'chief' })
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

const sql = (text: string, values: unknown[] = []) => market.db.owner.query(text, values)
const kobo = (kind: string, owner?: string) => readBalanceKobo(market, kind, owner)
const mails = (kind: string) => countMails(market, kind)

/** The payer's bank disputes the payment and wins; the gateway sends the event several times. */
async function takeBack({ reference }: PaidOrder): Promise<void> {
  await openDispute(market.db.database, reference)
  await endDispute(market.db.database, reference, 'merchant-accepted')
  await Promise.all([
    ...Array.from({ length: 6 }, () => confirmPayment(deps, reference)),
    ...Array.from({ length: 3 }, async (_, index) => {
      const event = {
        id: `charge.reversed:${reference}:${index}`,
        name: 'charge.reversed',
        about: 'payment',
        reference,
      }
      await deps.database.as(SERVICE, (tx) => recordEvent(tx, 'local', { ...event, about: 'payment' }))
      await processPayments(deps)
    }),
  ])
}

const order = (id: string) =>
  market.row('select status, returned_kobo, end_reason from public.orders where id = $1', [id])

describe('the gateway’s fee', () => {
  test('is booked with the payment, once, also by concurrent confirmations', async () => {
    const [cost, owed] = [await kobo('gateway_cost'), await kobo('gateway')]
    const one = await paid({ feesKobo: 126_850, isBooked: false })
    await Promise.all(Array.from({ length: 10 }, () => confirmPayment(deps, one.reference)))
    expect(await kobo('gateway_cost')).toBe(cost - 126_850n)
    expect(await kobo('gateway')).toBe(owed - one.amountKobo + 126_850n)
  })

  test('that is not booked is found by the audit', async () => {
    const one = await paid()
    await sql('update public.payments set gateway_fee_kobo = 5 where reference = $1', [one.reference])
    expect(await auditLedger(market.db.owner)).toMatchObject([{ rule: 'L12 charges' }])
    await sql('update public.payments set gateway_fee_kobo = 0 where reference = $1', [one.reference])
  })
})

describe('a payment that the bank reverses', () => {
  test('takes its order’s escrow, once, and PEPS are returned at once', async () => {
    const [owed, lost] = [await kobo('gateway'), await kobo('loss')]
    const one = await paid({ pepsKobo: 500_000 })
    expect(await kobo('escrow', one.orderId)).toBe(one.amountKobo + 500_000n)
    await takeBack(one)
    expect(await kobo('escrow', one.orderId)).toBe(0n)
    expect(await kobo('gateway')).toBe(owed)
    expect(await kobo('loss')).toBe(lost)
    expect(await kobo('peps', one.buyer)).toBe(500_000n)
    await processPayments(deps)
    expect(await order(one.orderId)).toEqual({
      status: 'refunded',
      returned_kobo: 500_000n,
      end_reason: 'the bank took the payment back',
    })
    expect([await mails('payment-reversed'), await mails('payment-charged-back')]).toEqual([1, 1])
    expect(await market.row('select next_check_at from public.payments where reference = $1', [one.reference])).toEqual(
      {
        next_check_at: null,
      },
    )
  })

  test('after its order was refunded is a loss for the market', async () => {
    const [owed, lost] = [await kobo('gateway'), await kobo('loss')]
    const one = await paid()
    await market.call('leave-group-buy', { order_id: one.orderId }, { as: one.buyer })
    await processPayments(deps)
    await play.advance()
    await sql('update public.refunds set next_try_at = now() where status = $1', ['sent'])
    await processPayments(deps)
    await takeBack(one)
    expect(await kobo('loss')).toBe(lost - one.amountKobo)
    // The money was paid out twice.
    expect(await kobo('gateway')).toBe(owed + one.amountKobo)
    expect(await order(one.orderId)).toMatchObject({ status: 'refunded' })
  })

  test('after the hand-over leaves the escrow to the vendor', async () => {
    const lost = await kobo('loss')
    const one = await paid({ buy: { min_participants: 1, price_tiers: '[]' } })
    await sql(`alter table public.group_buys disable trigger user`)
    await sql(
      `update public.group_buys set end_date = now() - interval '1 hour', payment_due_at = now() - interval '1 hour', starts_at = now() - interval '20 days' where id = $1`,
      [one.buyId],
    )
    await sql(`alter table public.group_buys enable trigger user`)
    await sql(`update public.orders set created_at = now() - interval '19 days' where id = $1`, [one.orderId])
    await advanceGroupBuys(deps.database, deps.siteUrl)
    await makeReady(market, one.orderId)
    await completeHandOver(market, one.orderId)
    const held = await kobo('escrow', one.orderId)
    expect(held).toBeGreaterThan(0n)
    await takeBack(one)
    expect(await kobo('loss')).toBe(lost - one.amountKobo)
    expect(await kobo('escrow', one.orderId)).toBe(held)
    expect(await order(one.orderId)).toMatchObject({ status: 'collected' })
  })

  test('still counts for the price once free leaving is over', async () => {
    const one = await paid()
    await sql(`update public.orders set paid_at = now() - interval '3 hours' where id = $1`, [one.orderId])
    await sql(`update public.group_buys set end_date = now() + interval '30 hours' where id = $1`, [one.buyId])
    await takeBack(one)
    const buy = 'select paid_participants, left_late from public.group_buys where id = $1'
    expect(await market.row(buy, [one.buyId])).toEqual({ paid_participants: 0, left_late: 1 })
  })

  test('ends its order while another transaction holds the buy’s lock', async () => {
    const one = await paid()
    await sql(`update local_gateway.payments set status = 'reversed' where reference = $1`, [one.reference])
    await confirmPayment(deps, one.reference)
    const holder = await market.db.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from public.group_buys where id = $1 for no key update', [one.buyId])
      const late = AbortSignal.timeout(5000)
      const waiting = new Promise((_, fail) =>
        late.addEventListener('abort', () => fail(new Error('It waits for the buy'))),
      )
      await Promise.race([finishRefunds(deps.database), waiting])
      expect(await order(one.orderId)).toMatchObject({ status: 'refunded' })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  test('is disputed first: the chargeback is listed as a difference, and administrators are notified once', async () => {
    const one = await paid()
    const mailsBefore = await mails('chargeback')
    for (const id of ['charge.dispute.create:1:x', 'charge.dispute.remind:1:x']) {
      const event = { id, name: 'charge.dispute.create', about: 'dispute' as const, reference: one.reference }
      await deps.database.as(SERVICE, (tx) => recordEvent(tx, 'local', event))
      await processPayments(deps)
    }
    expect(
      await market.row('select fault, gateway_kobo, kind from public.book_differences where reference = $1', [
        one.reference,
      ]),
    ).toEqual({ fault: 'chargeback', gateway_kobo: one.amountKobo, kind: 'payment' })
    expect(await mails('chargeback')).toBe(mailsBefore + 1)
  })
})
