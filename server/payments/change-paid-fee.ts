import type pg from 'pg'
import { feeBackLines } from '#domain/payments/fee-change.ts'
import { journal } from '#domain/payments/movements.ts'
import type { ReturnTo } from '#domain/payments/returning.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { issueCreditNotes } from '../receipts/issue-credit-notes.ts'
import { issueFeeInvoice } from '../receipts/issue-fee-invoice.ts'
import { type PaidLaterRow, paidWith } from './paid-with.ts'
import { post } from './post.ts'
import { writeRefunds } from './write-refunds.ts'

interface ChangedOrder extends PaidLaterRow {
  order_no: number
  payment_id: string | null
  return_to: ReturnTo | null
  delivery_fee_kobo: bigint
  email: string | null
  what: string | null
}

interface Less {
  order: ChangedOrder
  amountKobo: bigint
  toKobo: bigint
  siteUrl: string
}

/** The delivery fee of a paid order is less, and its row has the new one: the difference comes back, and the buyer is told. */
export async function giveFeeBack(tx: pg.PoolClient, { order, amountKobo, toKobo, siteUrl }: Less): Promise<void> {
  const [id, refundId] = [crypto.randomUUID(), crypto.randomUUID()]
  const { lines, refundKobo } = feeBackLines(paidWith(order), { amountKobo, returnTo: order.return_to, refundId })
  const wanted = { refundId, orderId: order.id, paymentId: order.payment_id, amountKobo: refundKobo }
  const spread = await writeRefunds(tx, [wanted], { reason: 'delivery_changed' })
  const cause = `delivery-fee:${id}`
  await post(tx, spread(journal(cause, lines)))
  await tx.query('update public.orders set returned_kobo = returned_kobo + $2 where id = $1', [order.id, amountKobo])
  const reason = 'Another way of delivery was chosen'
  await issueCreditNotes(tx, [{ orderId: order.id, amountKobo }], { cause, reason })
  await tx.query(
    'insert into public.order_fee_changes (id, order_id, from_kobo, to_kobo, refund_id) values ($1, $2, $3, $4, $5)',
    [id, order.id, order.delivery_fee_kobo, toKobo, refundKobo > 0n ? refundId : null],
  )
  const facts = { kind: 'back' as const, amountKobo, backTo: refundKobo > 0n ? ('source' as const) : ('peps' as const) }
  await tell(tx, { order, facts, siteUrl })
}

interface More {
  order: ChangedOrder
  paymentId: string
  nairaKobo: bigint
  pepsKobo: bigint
  toKobo: bigint
  siteUrl: string
}

/** The difference for a dearer way has come in and is posted; the order's row has the new fee: it is written down, and the buyer is told. */
export async function noteFeePaid(tx: pg.PoolClient, paid: More): Promise<void> {
  const { order, paymentId, nairaKobo, pepsKobo, toKobo, siteUrl } = paid
  const amountKobo = nairaKobo + pepsKobo
  const changeId = crypto.randomUUID()
  await tx.query(
    'insert into public.order_fee_changes (id, order_id, from_kobo, to_kobo, payment_id) values ($1, $2, $3, $4, $5)',
    [changeId, order.id, order.delivery_fee_kobo, toKobo, paymentId],
  )
  await issueFeeInvoice(tx, { orderId: order.id, changeId, amountKobo })
  await tell(tx, { order, facts: { kind: 'more', amountKobo, backTo: 'peps' }, siteUrl })
}

interface Telling {
  order: ChangedOrder
  facts: { kind: 'back' | 'more'; amountKobo: bigint; backTo: 'peps' | 'source' }
  siteUrl: string
}

async function tell(tx: pg.PoolClient, { order, facts, siteUrl }: Telling): Promise<void> {
  await queueSystemMail(tx, 'delivery-changed', {
    to: order.email,
    person: order.user_id,
    siteUrl,
    facts: { orderId: order.id, orderNo: order.order_no, what: order.what ?? '', ...facts },
  })
}
