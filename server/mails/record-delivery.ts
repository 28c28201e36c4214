import type pg from 'pg'

/** Records in `email_logs` which mails were sent or finally failed, in the transaction that settled them. */
export async function recordDelivery(
  tx: pg.PoolClient,
  settled: readonly { id: string; status: 'sent' | 'failed'; error: string | null }[],
): Promise<void> {
  await tx.query({
    name: 'note-delivery',
    text: `update public.email_logs l set status = s.status, error = s.error, sent_at = case when s.status = 'sent' then now() end
      from unnest($1::uuid[], $2::text[], $3::text[]) as s (id, status, error) where l.message_id = s.id`,
    values: [settled.map(({ id }) => id), settled.map(({ status }) => status), settled.map(({ error }) => error)],
  })
}
