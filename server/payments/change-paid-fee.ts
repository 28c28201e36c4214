import type pg from 'pg'
import { feeBackLines, feeMoreLines } from '#domain/payments/fee-change.ts'
import { journal } from '#domain/payments/movements.ts'
import type { ReturnTo } from '#domain/payments/returning.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { issueCreditNotes } from '../receipts/issue-credit-notes.ts'
import { issueFeeInvoice } from '../receipts/issue-fee-invoice.ts'
import { type PaidLaterRow, paidWith } from './paid-with.ts'
import { post } from './post.ts'

interface Change {
  order: PaidLaterRow & {
    order_no: number
    payment_id: string | null
    return_to: ReturnTo | null
    delivery_fee_kobo: bigint
    email: string | null
    what: string | null
  }
  change: { kind: 'back' | 'more'; amountKobo: bigint }
  toKobo: bigint
  siteUrl: string
}

/** The delivery fee of a paid order has changed, and its row has the new one: the difference moves, and the buyer is told. */
export async function changePaidFee(tx: pg.PoolClient, { order, change, toKobo, siteUrl }: Change): Promise<void> {
  const id = crypto.randomUUID()
  const { amountKobo } = change
  const refund = change.kind === 'back' ? await giveFeeBack(tx, { id, order, amountKobo }) : null
  if (change.kind === 'more') await payFee(tx, { id, order, amountKobo })
  await tx.query(
    'insert into public.order_fee_changes (id, order_id, from_kobo, to_kobo, refund_id) values ($1, $2, $3, $4, $5)',
    [id, order.id, order.delivery_fee_kobo, toKobo, refund],
  )
  const backTo = refund === null ? ('peps' as const) : ('source' as const)
  await queueSystemMail(tx, 'delivery-changed', {
    ...{ to: order.email, person: order.user_id, siteUrl },
    facts: {
      ...{ orderId: order.id, orderNo: order.order_no, what: order.what ?? '', kind: change.kind, amountKobo, backTo },
    },
  })
}

interface Moved {
  /** Of the change. */
  id: string
  order: Change['order']
  amountKobo: bigint
}

/** Returns the id of the refund that carries naira back, if there are any. */
async function giveFeeBack(tx: pg.PoolClient, { id, order, amountKobo }: Moved): Promise<string | null> {
  const refundId = crypto.randomUUID()
  const { lines, refundKobo } = feeBackLines(paidWith(order), { amountKobo, returnTo: order.return_to, refundId })
  if (refundKobo > 0n) {
    await tx.query(
      `insert into public.refunds (id, payment_id, order_id, amount_kobo, reason) values ($1, $2, $3, $4, 'delivery_changed')`,
      [refundId, order.payment_id, order.id, refundKobo],
    )
  }
  await post(tx, journal(`delivery-fee:${id}`, lines))
  await tx.query('update public.orders set returned_kobo = returned_kobo + $2 where id = $1', [order.id, amountKobo])
  const note = { cause: `delivery-fee:${id}`, reason: 'Another way of delivery was chosen' }
  await issueCreditNotes(tx, [{ orderId: order.id, amountKobo }], note)
  return refundKobo > 0n ? refundId : null
}

async function payFee(tx: pg.PoolClient, { id, order, amountKobo }: Moved): Promise<void> {
  await post(tx, journal(`delivery-fee:${id}`, feeMoreLines(paidWith(order), amountKobo)))
  await tx.query(
    'update public.orders set charged_kobo = charged_kobo + $2, peps_kobo = peps_kobo + $2 where id = $1',
    [order.id, amountKobo],
  )
  await issueFeeInvoice(tx, { orderId: order.id, changeId: id, amountKobo })
}
