import type pg from 'pg'
import { type Confirmation, decideConfirmation, type PendingPayment } from '#domain/payments/confirming.ts'
import { journal, type LedgerLine } from '#domain/payments/movements.ts'
import { chargedBackKobo } from '#domain/payments/refunds/charged-back.ts'
import type { Dispute, Payment, PaymentGateway, Refund } from '#platform/payment-gateways/gateway.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { bookContribution, lockContribution } from '#server/ajo-accounts/contribution-payment.ts'
import { releaseHold, settleHold } from '#server/ledger/held-peps.ts'
import { post } from '#server/ledger/post.ts'
import { requestRefund } from '#server/ledger/request-refund.ts'
import { issueReceipt } from '#server/receipts/issue-receipt.ts'
import { applyDifference } from './differences/difference.ts'
import { markOrdersPaid } from './mark-orders-paid.ts'
import { notifyOfOddPayment } from './notify-of-payment-mismatch.ts'
import { lockOrders } from './payable-orders.ts'
import { type KnownPayment, readPayment } from './read-payment.ts'
import { bookReversal } from './reversals/book-reversal.ts'
import { recordDisputes } from './reversals/record-disputes.ts'

export interface PaymentDeps {
  database: Database
  gateway: PaymentGateway
  /** Whether this market accepts test payments. */
  takesTestMoney: boolean
  siteUrl: string
  /** Number of the market's cell; none if undefined. */
  cell?: number | null
}

type PaymentState = PendingPayment['status']

/**
 * Reads the state of a payment from the gateway and books it, once: the return page, the webhook and the job may all
 * run at the same time. Returns its new status, or null for a reference that is not ours. Throws a `GatewayFault` if
 * the gateway does not respond; nothing has changed then.
 */
export async function confirmPayment(deps: PaymentDeps, reference: string): Promise<PaymentState | null> {
  const known = await deps.database.as(SERVICE, (tx) =>
    tx.query<{ gateway: string; is_disputed: boolean }>(
      `select gateway, exists (select from public.disputes d where d.payment_id = p.id) as is_disputed from public.payments p where reference = $1`,
      [reference],
    ),
  )
  const ours = known.rows[0]
  if (!ours) return null
  // A payment by PEPS needs no confirmation, and payments of another gateway are unknown to this one.
  const isOurs = ours.gateway === deps.gateway.name
  const gatewayPayment = isOurs ? await deps.gateway.readPayment(reference) : null
  const reversals =
    gatewayPayment?.status === 'reversed' || ours.is_disputed ? await readReversals(deps, gatewayPayment) : null
  return deps.database.as({ role: 'service_role', claims: { role: 'service_role', cause: 'gateway' } }, (tx) =>
    book(tx, { deps, reference, gatewayPayment, reversals, isOurs }),
  )
}

/** Disputes and refunds of a payment as the gateway reports them, whether we caused them or not. */
interface GatewayReversals {
  disputes: Dispute[]
  refunds: Refund[]
}

async function readReversals(
  { gateway }: PaymentDeps,
  gatewayPayment: Payment | null,
): Promise<GatewayReversals | null> {
  if (!gatewayPayment) return null
  const [disputes, refunds] = await Promise.all([
    gateway.listPaymentDisputes(gatewayPayment.id),
    gateway.listRefunds(gatewayPayment.id),
  ])
  return { disputes, refunds }
}

interface PaymentBooking {
  deps: PaymentDeps
  reference: string
  gatewayPayment: Payment | null
  reversals: GatewayReversals | null
  /**
   * Whether the payment belongs to this gateway; if so and there is no payment of the gateway, it has no such payment.
   */
  isOurs: boolean
}

async function book(
  tx: pg.PoolClient,
  { deps, reference, gatewayPayment, reversals, isOurs }: PaymentBooking,
): Promise<PaymentState | null> {
  const { rows: parts } = await tx.query<{ id: string; order_id: string | null }>(
    'select p.id, t.order_id from public.payments p left join public.payment_parts t on t.payment_id = p.id where reference = $1',
    [reference],
  )
  await lockOrders(
    tx,
    parts.flatMap(({ order_id }) => order_id ?? []),
  )
  const contribution = parts[0] ? await lockContribution(tx, parts[0].id) : null
  const payment = await readPayment(tx, { reference, contribution })
  if (!payment) return null
  if (!gatewayPayment) return isOurs && payment.isOld ? abandonUnknown(tx, payment) : payment.status
  if (reversals)
    await recordDisputes(tx, { paymentId: payment.id, gateway: deps.gateway.name, disputes: reversals.disputes })
  const takenKobo = reversals ? await readTakenBackKobo(tx, payment.id, reversals) : 0n
  const outcome = decideConfirmation(payment, gatewayPayment, {
    takesTestMoney: deps.takesTestMoney,
    isOld: payment.isOld,
    takenKobo,
  })
  return applyConfirmation(tx, { payment, gatewayPayment, outcome, siteUrl: deps.siteUrl })
}

/**
 * Runs under the payment's lock. Our own refunds are recognised by the gateway's refund id, or by our id in their note.
 */
async function readTakenBackKobo(
  tx: pg.PoolClient,
  paymentId: string,
  { disputes, refunds }: GatewayReversals,
): Promise<bigint> {
  const { rows } = await tx.query<{ received_kobo: bigint; sent_kobo: bigint; names: string[] }>(
    `select coalesce(received_kobo, 0) as received_kobo,
       coalesce((select sum(amount_kobo) from public.refunds where payment_id = p.id and status in ('sent', 'processed')), 0)::bigint as sent_kobo,
       array(select unnest(array[id::text, gateway_refund_id]) from public.refunds where payment_id = p.id) as names
     from public.payments p where id = $1`,
    [paymentId],
  )
  const [facts] = rows
  if (!facts) return 0n
  const isOurs = ({ id, note }: Refund) => [id, note].some((name) => name !== null && facts.names.includes(name))
  const known = refunds.map((refund) => ({ ...refund, isOurs: isOurs(refund) }))
  const { received_kobo: receivedKobo, sent_kobo: sentKobo } = facts
  return chargedBackKobo({ receivedKobo, sentKobo, disputes, refunds: known })
}

/**
 * Ends a payment that the gateway has never received. After 72 hours it can no longer be paid and is not polled again.
 */
async function abandonUnknown(tx: pg.PoolClient, { id, status }: KnownPayment): Promise<PaymentState> {
  if (status !== 'initiated' && status !== 'pending') return status
  await releaseHold(tx, id)
  await tx.query(`update public.payments set status = 'abandoned', next_check_at = null where id = $1`, [id])
  return 'abandoned'
}

interface AppliedConfirmation {
  payment: KnownPayment
  gatewayPayment: Payment
  outcome: Confirmation
  siteUrl: string
}

async function applyConfirmation(
  tx: pg.PoolClient,
  { payment, gatewayPayment, outcome, siteUrl }: AppliedConfirmation,
): Promise<PaymentState> {
  switch (outcome.kind) {
    case 'none':
      return payment.status
    case 'waits':
      await tx.query(
        `update public.payments set status = 'pending', next_check_at = ${NEXT_POLL}, checks = checks + 1, left_at = case when $2 then clock_timestamp() end where id = $1`,
        [payment.id, outcome.isLeft],
      )
      return 'pending'
    case 'ended':
      await releaseHold(tx, payment.id)
      await tx.query('update public.payments set status = $2, next_check_at = null where id = $1', [
        payment.id,
        outcome.as,
      ])
      return outcome.as
    case 'odd': {
      await releaseHold(tx, payment.id)
      const { rowCount } = await tx.query(
        `update public.payments set status = 'failed', trouble = $2, received_kobo = $3, next_check_at = null
         where id = $1 and trouble is distinct from $2`,
        [payment.id, outcome.trouble, gatewayPayment.amountKobo],
      )
      // The gateway reports the same at each poll: notify the payer only once.
      if (rowCount) await notifyOfOddPayment(tx, { payment, siteUrl })
      return 'failed'
    }
    case 'reversed':
      await bookReversal(tx, {
        paymentId: payment.id,
        reference: payment.reference,
        contribution: payment.contribution,
        takenKobo: outcome.takenKobo,
        siteUrl,
      })
      return 'reversed'
    case 'paid':
      await bookPaid(tx, { payment, gatewayPayment, outcome, siteUrl })
      return 'succeeded'
  }
}

/** Polls often in the first hour while the payer waits, then hourly; after 72 hours the confirmation ends it. */
const NEXT_POLL = `now() + case when created_at > now() - interval '1 hour' then interval '2 minutes' else interval '1 hour' end`

interface PaidConfirmation extends AppliedConfirmation {
  outcome: Extract<Confirmation, { kind: 'paid' }>
}

async function bookPaid(
  tx: pg.PoolClient,
  { payment, gatewayPayment, outcome, siteUrl }: PaidConfirmation,
): Promise<void> {
  await tx.query(
    `update public.payments set status = 'succeeded', succeeded_at = coalesce($2, clock_timestamp()), gateway_id = $3, received_kobo = $4,
       gateway_fee_kobo = $5, channel = $6, trouble = $7, next_check_at = null where id = $1`,
    [
      payment.id,
      gatewayPayment.paidAt,
      gatewayPayment.id,
      gatewayPayment.amountKobo,
      gatewayPayment.feesKobo,
      gatewayPayment.channel,
      outcome.trouble,
    ],
  )
  const lines = outcome.paid.map(
    ({ orderId, nairaKobo }): LedgerLine =>
      payment.contribution
        ? { kind: 'contribution', creditOwner: payment.contribution.memberId, amountKobo: nairaKobo }
        : { kind: 'payment', creditOwner: orderId, amountKobo: nairaKobo },
  )
  lines.push({ kind: 'stray_payment', creditOwner: payment.id, amountKobo: outcome.strayKobo })
  await post(tx, journal(`payment:${payment.reference}`, lines))
  // The gateway's fee is booked here, once, as the gateway stated it; settlements book only what arrives at the bank.
  const charge: LedgerLine = { kind: 'gateway_charged', amountKobo: gatewayPayment.feesKobo }
  await post(tx, journal(`gateway-fee:${payment.reference}`, [charge]))
  await settleHold(
    tx,
    payment.id,
    outcome.paid.map(({ orderId }) => orderId),
  )
  if (payment.contribution) {
    if (outcome.paid.length > 0)
      await bookContribution(tx, { contribution: payment.contribution, paymentId: payment.id, siteUrl })
  } else if (payment.difference) await bookDifference(tx, { payment, gatewayPayment, outcome, siteUrl })
  else await markOrdersPaid(tx, { paymentId: payment.id, siteUrl }, outcome.paid)
  if (outcome.strayKobo > 0n) {
    const reason = outcome.trouble === 'amount' ? 'amount' : 'not_payable'
    await requestRefund(tx, { paymentId: payment.id, amountKobo: outcome.strayKobo, reason, siteUrl })
  }
}

/** Books a difference; such a payment has at most one part. */
async function bookDifference(tx: pg.PoolClient, { payment, outcome, siteUrl }: PaidConfirmation): Promise<void> {
  const { id: paymentId, difference } = payment
  if (!difference) return
  for (const { nairaKobo, pepsKobo } of outcome.paid) {
    await applyDifference(tx, difference, { paymentId, nairaKobo, pepsKobo, siteUrl })
    await issueReceipt(tx, payment.id)
  }
}
