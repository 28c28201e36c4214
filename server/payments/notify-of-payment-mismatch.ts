import type pg from 'pg'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

interface OddPayment {
  payment: { id: string; reference: string }
  siteUrl: string
}

/** Notifies a payer that staff are checking their payment, so that they do not pay again. */
export async function notifyOfOddPayment(tx: pg.PoolClient, { payment, siteUrl }: OddPayment): Promise<void> {
  const { rows } = await tx.query<{ user_id: string; email: string | null }>(
    'select user_id, rights.email_of(user_id) as email from public.payments where id = $1',
    [payment.id],
  )
  for (const { user_id: person, email } of rows) {
    const facts = { paymentId: payment.id, reference: payment.reference }
    await queueSystemMail(tx, 'payment-mismatch', { to: email, person, facts, siteUrl })
  }
}
