import type pg from 'pg'
import { journal } from '#domain/payments/movements.ts'
import { post } from './post.ts'

interface RefundOfStray {
  paymentId: string
  orderId: null
  amountKobo: bigint
  reason: 'amount' | 'not_payable'
}

/** Money that paid no order goes back to where it came from. */
export async function requestRefund(
  tx: pg.ClientBase,
  { paymentId, orderId, amountKobo, reason }: RefundOfStray,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.refunds (payment_id, order_id, amount_kobo, reason) values ($1, $2, $3, $4) returning id`,
    [paymentId, orderId, amountKobo, reason],
  )
  const refundId = rows[0]?.id ?? ''
  const line = { kind: 'stray_return_owed', debitOwner: paymentId, creditOwner: refundId, amountKobo } as const
  await post(tx, journal(`refund:${refundId}`, [line]))
}
