import type pg from 'pg'

/** When a logged mail has left (or finally failed) its `email_logs` row says so, in the transaction that settled the mail. */
export async function noteDelivery(
  tx: pg.PoolClient,
  settled: { id: string; status: 'sent' | 'failed'; error: string | null },
): Promise<void> {
  await tx.query(
    `update public.email_logs set status = $2, error = $3, sent_at = case when $2 = 'sent' then now() end where message_id = $1`,
    [settled.id, settled.status, settled.error],
  )
}
