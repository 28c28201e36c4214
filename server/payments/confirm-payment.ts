import type pg from 'pg'
import { type AwaitedPart, type AwaitedPayment, type Confirmation, confirm } from '#domain/payments/confirming.ts'
import { journal, type Line } from '#domain/payments/movements.ts'
import { takenBackKobo } from '#domain/payments/taken-back.ts'
import type { Dispute, Payment, PaymentGateway, Refund } from '#platform/payment-gateways/gateway.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { bookReversal } from './book-reversal.ts'
import { readDifference, takeDearerChoice } from './dearer-choice.ts'
import { endHold, freeHold, readHeld } from './held-peps.ts'
import { noteDisputes } from './note-disputes.ts'
import { lockOrders } from './payable-orders.ts'
import { post } from './post.ts'
import { requestRefund } from './request-refund.ts'
import { tellOfOddPayment } from './tell-of-odd-payment.ts'
import { writePaid } from './write-paid.ts'

export interface PaymentDeps {
  database: Database
  gateway: PaymentGateway
  /** Whether this market runs on play money. */
  takesTestMoney: boolean
  siteUrl: string
  /** The market's cell; none if left out. */
  cell?: number | null
}

type PaymentState = AwaitedPayment['status']

/**
 * Asks the gateway what became of a payment and books it, once: the return page, the webhook and the clock may all come at the
 * same moment. The state it has now; null for a reference that is none of ours. Throws a `GatewayFault` if the gateway does
 * not answer: nothing has changed then.
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
  // What PEPS paid needs nobody's answer, and another gateway's payments are none of this one's.
  const isOurs = ours.gateway === deps.gateway.name
  const answer = isOurs ? await deps.gateway.readPayment(reference) : null
  const back = answer?.status === 'reversed' || ours.is_disputed ? await readBack(deps, answer) : null
  return deps.database.as({ role: 'service_role', claims: { role: 'service_role', cause: 'gateway' } }, (tx) =>
    book(tx, { deps, reference, answer, back, isOurs }),
  )
}

/** What the gateway says went back to the payer, whoever caused it. */
interface WentBack {
  disputes: Dispute[]
  refunds: Refund[]
}

async function readBack({ gateway }: PaymentDeps, answer: Payment | null): Promise<WentBack | null> {
  if (!answer) return null
  const [disputes, refunds] = await Promise.all([gateway.listPaymentDisputes(answer.id), gateway.listRefunds(answer.id)])
  return { disputes, refunds }
}

interface Booking {
  deps: PaymentDeps
  reference: string
  answer: Payment | null
  back: WentBack | null
  /** The gateway was asked; without an answer it knows of no such payment. */
  isOurs: boolean
}

async function book(
  tx: pg.PoolClient,
  { deps, reference, answer, back, isOurs }: Booking,
): Promise<PaymentState | null> {
  const { rows: parts } = await tx.query<{ order_id: string }>(
    'select order_id from public.payment_parts where payment_id = (select id from public.payments where reference = $1)',
    [reference],
  )
  await lockOrders(
    tx,
    parts.map(({ order_id }) => order_id),
  )
  const payment = await readPayment(tx, reference)
  if (!payment) return null
  if (!answer) return isOurs && payment.isOld ? endUnknown(tx, payment) : payment.status
  if (back) await noteDisputes(tx, { paymentId: payment.id, gateway: deps.gateway.name, disputes: back.disputes })
  const takenKobo = back ? await readTaken(tx, payment.id, back) : 0n
  const outcome = confirm(payment, answer, { takesTestMoney: deps.takesTestMoney, isOld: payment.isOld, takenKobo })
  return apply(tx, { payment, answer, outcome, siteUrl: deps.siteUrl })
}

/** Under the payment's lock. A refund of ours is known by the gateway's number for it, and carries our id as its note. */
async function readTaken(tx: pg.PoolClient, paymentId: string, { disputes, refunds }: WentBack): Promise<bigint> {
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
  return takenBackKobo({ receivedKobo, sentKobo, disputes, refunds: known })
}

/** The payer never left for the gateway. After 72 hours nobody can any more, and nobody asks on. */
async function endUnknown(tx: pg.PoolClient, { id, status }: KnownPayment): Promise<PaymentState> {
  if (status !== 'initiated' && status !== 'pending') return status
  await freeHold(tx, id)
  await tx.query(`update public.payments set status = 'abandoned', next_look_at = null where id = $1`, [id])
  return 'abandoned'
}

interface Application {
  payment: KnownPayment
  answer: Payment
  outcome: Confirmation
  siteUrl: string
}

async function apply(tx: pg.PoolClient, { payment, answer, outcome, siteUrl }: Application): Promise<PaymentState> {
  switch (outcome.kind) {
    case 'none':
      return payment.status
    case 'waits':
      await tx.query(
        `update public.payments set status = 'pending', next_look_at = ${NEXT_LOOK}, looks = looks + 1 where id = $1`,
        [payment.id],
      )
      return 'pending'
    case 'ended':
      await freeHold(tx, payment.id)
      await tx.query('update public.payments set status = $2, next_look_at = null where id = $1', [
        payment.id,
        outcome.as,
      ])
      return outcome.as
    case 'odd': {
      await freeHold(tx, payment.id)
      const { rowCount } = await tx.query(
        `update public.payments set status = 'failed', trouble = $2, received_kobo = $3, next_look_at = null
         where id = $1 and trouble is distinct from $2`,
        [payment.id, outcome.trouble, answer.amountKobo],
      )
      // Asked again, the gateway says the same: its payer has been told.
      if (rowCount) await tellOfOddPayment(tx, { payment, siteUrl })
      return 'failed'
    }
    case 'reversed':
      await bookReversal(tx, {
        paymentId: payment.id,
        reference: payment.reference,
        takenKobo: outcome.takenKobo,
        siteUrl,
      })
      return 'reversed'
    case 'paid':
      await bookPaid(tx, { payment, answer, outcome, siteUrl })
      return 'succeeded'
  }
}

/** Sooner while somebody waits for it, seldom later; after 72 hours the answer decides that nobody waits any more. */
const NEXT_LOOK = `now() + case when created_at > now() - interval '1 hour' then interval '2 minutes' else interval '1 hour' end`

interface Paying extends Application {
  outcome: Extract<Confirmation, { kind: 'paid' }>
}

async function bookPaid(tx: pg.PoolClient, { payment, answer, outcome, siteUrl }: Paying): Promise<void> {
  await tx.query(
    `update public.payments set status = 'succeeded', succeeded_at = coalesce($2, clock_timestamp()), gateway_id = $3, received_kobo = $4,
       gateway_fee_kobo = $5, channel = $6, trouble = $7, next_look_at = null where id = $1`,
    [payment.id, answer.paidAt, answer.id, answer.amountKobo, answer.feesKobo, answer.channel, outcome.trouble],
  )
  const lines = outcome.paid.map(
    ({ orderId, nairaKobo }): Line => ({ kind: 'payment', creditOwner: orderId, amountKobo: nairaKobo }),
  )
  lines.push({ kind: 'stray_payment', creditOwner: payment.id, amountKobo: outcome.strayKobo })
  await post(tx, journal(`payment:${payment.reference}`, lines))
  // Its charge is booked with the payment, once, as the gateway stated it; settlements book what arrives at the bank alone.
  const charge: Line = { kind: 'gateway_charged', amountKobo: answer.feesKobo }
  await post(tx, journal(`gateway-fee:${payment.reference}`, [charge]))
  await endHold(
    tx,
    payment.id,
    outcome.paid.map(({ orderId }) => orderId),
  )
  if (payment.isDifference) await bookDifference(tx, { payment, answer, outcome, siteUrl })
  else await writePaid(tx, { paymentId: payment.id, siteUrl }, outcome.paid)
  if (outcome.strayKobo > 0n) {
    const reason = outcome.trouble === 'amount' ? 'amount' : 'not_payable'
    await requestRefund(tx, { paymentId: payment.id, amountKobo: outcome.strayKobo, reason, siteUrl })
  }
}

/** At most one part: what a more expensive delivery choice costs more. */
async function bookDifference(tx: pg.PoolClient, { payment, outcome, siteUrl }: Paying): Promise<void> {
  for (const { nairaKobo, pepsKobo } of outcome.paid) {
    await takeDearerChoice(tx, { paymentId: payment.id, nairaKobo, pepsKobo, siteUrl })
    await issueReceipt(tx, payment.id)
  }
}

interface KnownPayment extends AwaitedPayment {
  id: string
  reference: string
  /** It pays what a more expensive delivery choice costs more, not an order. */
  isDifference: boolean
  isOld: boolean
}

/** Locks the payment, after its orders. */
async function readPayment(tx: pg.PoolClient, reference: string): Promise<KnownPayment | null> {
  const { rows } = await tx.query<Row>(
    `select id, status, naira_kobo, peps_kobo, created_at < now() - interval '72 hours' as is_old from public.payments where reference = $1 for update`,
    [reference],
  )
  const row = rows[0]
  if (!row) return null
  const { rows: parts } = await tx.query<PartRow>(
    `select p.order_id, p.naira_kobo, p.peps_kobo, o.status, o.amount_due_kobo from public.payment_parts p join public.orders o on o.id = p.order_id
     where p.payment_id = $1 order by p.order_id`,
    [row.id],
  )
  const held = await readHeld(tx, row.id)
  const difference = await readDifference(tx, { paymentId: row.id, pepsKobo: row.peps_kobo })
  return {
    isDifference: difference !== null,
    id: row.id,
    reference,
    status: row.status,
    nairaKobo: row.naira_kobo,
    isOld: row.is_old,
    pepsAreHeld: held.reduce((all, { amountKobo }) => all + amountKobo, 0n) === row.peps_kobo,
    parts: parts.map((part) => ({
      ...partOf(part),
      ...(difference && { isPending: difference.stands, dueKobo: difference.dueKobo }),
    })),
  }
}

interface Row {
  id: string
  status: PaymentState
  naira_kobo: bigint
  peps_kobo: bigint
  is_old: boolean
}

interface PartRow {
  order_id: string
  naira_kobo: bigint
  peps_kobo: bigint
  status: string
  amount_due_kobo: bigint
}

const partOf = ({ order_id, naira_kobo, peps_kobo, status, amount_due_kobo }: PartRow): AwaitedPart => ({
  orderId: order_id,
  nairaKobo: naira_kobo,
  pepsKobo: peps_kobo,
  isPending: status === 'pending',
  dueKobo: amount_due_kobo,
})
