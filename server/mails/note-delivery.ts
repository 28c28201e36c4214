import type pg from 'pg'

/** Records in `email_logs` that a logged mail was sent or finally failed, in the transaction that settled the mail. */
export async function noteDelivery(
  tx: pg.PoolClient,
  settled: { id: string; status: 'sent' | 'failed'; error: string | null },
): Promise<void> {
  await tx.query(
    `update public.email_logs set status = $2, error = $3, sent_at = case when $2 = 'sent' then now() end where message_id = $1`,
    [settled.id, settled.status, settled.error],
  )
}
