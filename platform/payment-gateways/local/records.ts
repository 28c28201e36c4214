import type pg from 'pg'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { queueEvent } from './events.ts'

export interface PaymentRecord {
  reference: string
  id: bigint
  requested_kobo: bigint
  paid_kobo: bigint | null
  fees_kobo: bigint
  email: string
  return_url: string
  cancel_url: string
  status: string
  refunds_end: string
  paid_at: Date | null
}

/**
 * SQL expression for the status of the payment `p`: like Paystack, a payment that was refunded in full is reported as
 * reversed.
 */
export const EFFECTIVE_STATUS = `case when p.status = 'success' and p.paid_kobo <= (select sum(r.amount_kobo) from local_gateway.refunds r
  where r.reference = p.reference and r.status = 'processed') then 'reversed' else p.status end`

export const readPayment = (database: Database, reference: string): Promise<PaymentRecord | undefined> =>
  database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<PaymentRecord>(
      `select reference, id, requested_kobo, paid_kobo, fees_kobo, email, return_url, cancel_url, ${EFFECTIVE_STATUS} as status, refunds_end, paid_at
       from local_gateway.payments p where reference = $1`,
      [reference],
    )
    return rows[0]
  })

/** The payer's action on the page. */
export interface PayerAction {
  paidKobo?: bigint
  status: 'success' | 'failed' | 'pending'
  /** Final status of the refunds of this payment. */
  refundsEnd?: string
  /** Seconds until a pending payment succeeds. */
  afterSeconds?: number
}

/** Records that the payer paid or declined. Has no effect once the payment succeeded or is pending. */
export async function recordPayerAction(
  database: Database,
  reference: string,
  { paidKobo, status, refundsEnd, afterSeconds }: PayerAction,
): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const { rowCount } = await tx.query(
      `update local_gateway.payments set status = $2, paid_kobo = coalesce($3, requested_kobo), refunds_end = coalesce($4, 'processed'),
         succeeds_at = now() + make_interval(secs => $5), paid_at = case when $2 = 'success' then now() end
       where reference = $1 and status in ('abandoned', 'ongoing', 'failed')`,
      [reference, status, paidKobo ?? null, refundsEnd ?? null, afterSeconds ?? null],
    )
    // Like Paystack, sends no event for failed payments.
    if (rowCount === 1 && status === 'success') await queuePaymentEvent(tx, reference)
  })
}

/** Completes pending payments, refunds and payouts that are due, and settles what was paid before today. */
export async function advancePayments(database: Database): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const { rows: paid } = await tx.query<{ reference: string }>(
      `update local_gateway.payments set status = 'success', succeeds_at = null, paid_at = now()
       where status = 'pending' and succeeds_at <= now() returning reference`,
    )
    for (const { reference } of paid) await queuePaymentEvent(tx, reference)
    const { rows: refunds } = await tx.query<RefundRecord>(
      `update local_gateway.refunds r set status = p.refunds_end from local_gateway.payments p
       where p.reference = r.reference and r.status in ('pending', 'processing') returning r.id, r.reference, r.amount_kobo, r.status, r.note`,
    )
    for (const refund of refunds) await queueRefundEvent(tx, refund)
    const { rows: payouts } = await tx.query<PayoutRecord>(
      `update local_gateway.payouts o set status = case right(y.account_number, 1) when '8' then 'failed' else 'success' end
       from local_gateway.payees y where y.code = o.payee_code and o.status = 'pending' returning o.reference, o.amount_kobo, o.status`,
    )
    for (const payout of payouts) await queuePayoutEvent(tx, payout)
    await settle(tx)
  })
}

/** Settles everything until midnight in Lagos: payments, less fees and refunds. */
async function settle(tx: pg.ClientBase): Promise<void> {
  await tx.query(
    `with midnight as (
       select date_trunc('day', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos' as at
     ), paid as (
       select p.reference, p.paid_kobo, p.fees_kobo from local_gateway.payments p, midnight where p.settlement_id is null and p.status = 'success' and p.paid_at < midnight.at
     ), given as (
       select r.id, r.amount_kobo from local_gateway.refunds r, midnight where r.settlement_id is null and r.status = 'processed' and r.created_at < midnight.at
     ), sums as (
       select (select coalesce(sum(paid_kobo), 0) from paid) as paid, (select coalesce(sum(fees_kobo), 0) from paid) as fees,
         (select coalesce(sum(amount_kobo), 0) from given) as given
     ), made as (
       insert into local_gateway.settlements (total_kobo, fees_kobo, deducted_kobo)
       select paid, fees, given from sums where paid > fees + given returning id
     ), settled as (
       update local_gateway.payments p set settlement_id = made.id from made where p.reference in (select reference from paid)
     )
     update local_gateway.refunds r set settlement_id = made.id from made where r.id in (select id from given)`,
  )
}

async function queuePaymentEvent(tx: pg.ClientBase, reference: string): Promise<void> {
  const { rows } = await tx.query<{ id: bigint; amount: bigint }>(
    'select id, coalesce(paid_kobo, requested_kobo) as amount from local_gateway.payments where reference = $1',
    [reference],
  )
  const paid = rows[0]
  if (!paid) return
  await queueEvent(tx, 'charge.success', {
    id: Number(paid.id),
    reference,
    status: 'success',
    amount: Number(paid.amount),
    currency: 'NGN',
    domain: 'test',
  })
}

export interface RefundRecord {
  id: bigint
  reference: string
  amount_kobo: bigint
  status: string
  note: string
}

function queueRefundEvent(tx: pg.ClientBase, { id, reference, amount_kobo, status }: RefundRecord): Promise<void> {
  // Amounts are strings here, as in Paystack's refund events.
  const facts = { refund_reference: String(id), transaction_reference: reference, status, amount: String(amount_kobo) }
  return queueEvent(tx, `refund.${status}`, { ...facts, currency: 'NGN', domain: 'test' })
}

export interface PayoutRecord {
  reference: string
  amount_kobo: bigint
  status: string
}

function queuePayoutEvent(tx: pg.ClientBase, { reference, amount_kobo, status }: PayoutRecord): Promise<void> {
  const facts = { transfer_code: `TRF_${reference}`, reference, status, amount: Number(amount_kobo) }
  return queueEvent(tx, `transfer.${status}`, { ...facts, currency: 'NGN', domain: 'test' })
}
