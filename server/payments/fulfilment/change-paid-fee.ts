import type pg from 'pg'
import { journal } from '#domain/payments/movements.ts'
import type { ReturnTo } from '#domain/payments/refunds/returning.ts'
import { feeReductionLines } from '#domain/payments/settling/fee-change.ts'
import { type PaidLaterRow, paidWith } from '#server/ledger/paid-with.ts'
import { post } from '#server/ledger/post.ts'
import { writeRefunds } from '#server/ledger/write-refunds.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { issueCreditNotes } from '#server/receipts/issue-credit-notes.ts'
import { issueFeeInvoice } from '#server/receipts/issue-fee-invoice.ts'

interface ChangedOrder extends PaidLaterRow {
  order_no: number
  payment_id: string | null
  return_to: ReturnTo | null
  delivery_fee_kobo: bigint
  email: string | null
  what: string | null
}

interface FeeRefund {
  order: ChangedOrder
  amountKobo: bigint
  toKobo: bigint
  siteUrl: string
}

/**
 * Refunds the difference after the delivery fee of a paid order was lowered, and notifies the buyer. The order's row
 * has the new fee already.
 */
export async function refundDeliveryFee(
  tx: pg.PoolClient,
  { order, amountKobo, toKobo, siteUrl }: FeeRefund,
): Promise<void> {
  const [id, refundId] = [crypto.randomUUID(), crypto.randomUUID()]
  const { lines, refundKobo } = feeReductionLines(paidWith(order), { amountKobo, returnTo: order.return_to, refundId })
  const refund = { refundId, orderId: order.id, paymentId: order.payment_id, amountKobo: refundKobo }
  const splitCredits = await writeRefunds(tx, [refund], { reason: 'delivery_changed' })
  const cause = `delivery-fee:${id}`
  await post(tx, splitCredits(journal(cause, lines)))
  await tx.query('update public.orders set returned_kobo = returned_kobo + $2 where id = $1', [order.id, amountKobo])
  const reason = 'Another way of delivery was chosen'
  await issueCreditNotes(tx, [{ orderId: order.id, amountKobo }], { cause, reason })
  await tx.query(
    'insert into public.order_fee_changes (id, order_id, from_kobo, to_kobo, refund_id) values ($1, $2, $3, $4, $5)',
    [id, order.id, order.delivery_fee_kobo, toKobo, refundKobo > 0n ? refundId : null],
  )
  const facts = { kind: 'back' as const, amountKobo, backTo: refundKobo > 0n ? ('source' as const) : ('peps' as const) }
  await notifyBuyer(tx, { order, facts, siteUrl })
}

interface FeePayment {
  order: ChangedOrder
  paymentId: string
  nairaKobo: bigint
  pepsKobo: bigint
  toKobo: bigint
  siteUrl: string
}

/**
 * Records a raised delivery fee whose difference was paid and posted, and notifies the buyer. The order's row has the
 * new fee already.
 */
export async function recordFeePayment(tx: pg.PoolClient, paid: FeePayment): Promise<void> {
  const { order, paymentId, nairaKobo, pepsKobo, toKobo, siteUrl } = paid
  const amountKobo = nairaKobo + pepsKobo
  const changeId = crypto.randomUUID()
  await tx.query(
    'insert into public.order_fee_changes (id, order_id, from_kobo, to_kobo, payment_id) values ($1, $2, $3, $4, $5)',
    [changeId, order.id, order.delivery_fee_kobo, toKobo, paymentId],
  )
  await issueFeeInvoice(tx, { orderId: order.id, changeId, amountKobo })
  await notifyBuyer(tx, { order, facts: { kind: 'more', amountKobo, backTo: 'peps' }, siteUrl })
}

interface FeeChangeNotice {
  order: ChangedOrder
  facts: { kind: 'back' | 'more'; amountKobo: bigint; backTo: 'peps' | 'source' }
  siteUrl: string
}

async function notifyBuyer(tx: pg.PoolClient, { order, facts, siteUrl }: FeeChangeNotice): Promise<void> {
  await queueSystemMail(tx, 'delivery-changed', {
    to: order.email,
    person: order.user_id,
    siteUrl,
    facts: { orderId: order.id, orderNo: order.order_no, what: order.what ?? '', ...facts },
  })
}
