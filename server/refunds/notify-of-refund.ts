import type pg from 'pg'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

interface RefundNotice {
  id: string
  mail: 'refund-arrived' | 'refund-stuck'
  siteUrl: string
}

/** Notifies the payer that a refund has arrived or is stuck. Its start was announced with its cause. */
export async function notifyOfRefund(tx: pg.PoolClient, { id, mail, siteUrl }: RefundNotice): Promise<void> {
  const { rows } = await tx.query<RefundRow>(
    `select p.id as payment_id, p.user_id, rights.email_of(p.user_id) as email, p.reference, f.amount_kobo, f.expected_by
     from public.refunds f join public.payments p on p.id = f.payment_id where f.id = $1`,
    [id],
  )
  for (const { payment_id, user_id: person, email, reference, amount_kobo, expected_by } of rows) {
    const facts = { paymentId: payment_id, refundId: id, reference, amountKobo: amount_kobo, expectedBy: expected_by }
    await queueSystemMail(tx, mail, { to: email, person, facts, siteUrl })
  }
}

interface RefundRow {
  payment_id: string
  user_id: string
  email: string | null
  reference: string
  amount_kobo: bigint
  /** 'YYYY-MM-DD' */
  expected_by: string
}
