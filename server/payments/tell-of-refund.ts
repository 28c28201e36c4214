import type pg from 'pg'
import { queueSystemMail } from '../mails/queue-system-mail.ts'

interface Telling {
  id: string
  mail: 'refund-arrived' | 'refund-stuck'
  siteUrl: string
}

/** How a refund ended, or that it is held up. That it is on its way was told with its cause. */
export async function tellOfRefund(tx: pg.PoolClient, { id, mail, siteUrl }: Telling): Promise<void> {
  const { rows } = await tx.query<Row>(
    `select p.id as payment_id, p.user_id, rights.email_of(p.user_id) as email, p.reference, f.amount_kobo, f.expected_by
     from public.refunds f join public.payments p on p.id = f.payment_id where f.id = $1`,
    [id],
  )
  for (const { payment_id, user_id: person, email, reference, amount_kobo, expected_by } of rows) {
    const facts = { paymentId: payment_id, reference, amountKobo: amount_kobo, expectedBy: expected_by }
    await queueSystemMail(tx, mail, { to: email, person, facts, siteUrl })
  }
}

interface Row {
  payment_id: string
  user_id: string
  email: string | null
  reference: string
  amount_kobo: bigint
  /** 'YYYY-MM-DD' */
  expected_by: string
}
