import type pg from 'pg'
import { journal } from '#domain/payments/movements.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { post } from './post.ts'

interface StrayPayment {
  paymentId: string
  amountKobo: bigint
  reason: 'amount' | 'not_payable'
  siteUrl: string
}

/** Refunds money that pays no order to its source, and notifies the payer. */
export async function requestRefund(
  tx: pg.PoolClient,
  { paymentId, amountKobo, reason, siteUrl }: StrayPayment,
): Promise<void> {
  const { rows } = await tx.query<{ id: string; user_id: string; reference: string; email: string | null }>(
    `with made as (insert into public.refunds (payment_id, amount_kobo, reason) values ($1, $2, $3) returning id)
     select made.id, p.user_id, p.reference, rights.email_of(p.user_id) as email from made cross join public.payments p where p.id = $1`,
    [paymentId, amountKobo, reason],
  )
  const refund = rows[0]
  if (!refund) throw new Error('There is no payment for this refund')
  const line = { kind: 'stray_return_owed', debitOwner: paymentId, creditOwner: refund.id, amountKobo } as const
  await post(tx, journal(`refund:${refund.id}`, [line]))
  const facts = { paymentId, reference: refund.reference, returnedKobo: amountKobo }
  await queueSystemMail(tx, 'money-back', { to: refund.email, person: refund.user_id, facts, siteUrl })
}
