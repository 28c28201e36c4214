import type pg from 'pg'
import { queueSystemMail } from '../mails/queue-system-mail.ts'

interface Odd {
  payment: { id: string; reference: string }
  siteUrl: string
}

/** Tells a payer that a person looks at their payment: they would pay again otherwise. */
export async function tellOfOddPayment(tx: pg.PoolClient, { payment, siteUrl }: Odd): Promise<void> {
  const { rows } = await tx.query<{ user_id: string; email: string | null }>(
    'select user_id, rights.email_of(user_id) as email from public.payments where id = $1',
    [payment.id],
  )
  for (const { user_id: person, email } of rows) {
    const facts = { paymentId: payment.id, reference: payment.reference }
    await queueSystemMail(tx, 'payment-odd', { to: email, person, facts, siteUrl })
  }
}
