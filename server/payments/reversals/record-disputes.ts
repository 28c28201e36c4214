import type pg from 'pg'
import type { Dispute } from '#platform/payment-gateways/gateway.ts'

interface DisputeReport {
  paymentId: string
  gateway: string
  /** Their current state at the gateway. */
  disputes: readonly Dispute[]
}

/** Stores the disputes of a payment. An open dispute holds the money of its orders; an ended one never reopens. */
export async function recordDisputes(
  tx: pg.ClientBase,
  { paymentId, gateway, disputes }: DisputeReport,
): Promise<void> {
  if (disputes.length === 0) return
  await tx.query(
    `insert into public.disputes as d (gateway, id, payment_id, status, amount_kobo, opened_at, ended_at, next_check_at)
     select $1, n.id, $2, n.status, n.amount, n.opened, case when n.status <> 'open' then clock_timestamp() end,
       case when n.status = 'open' then now() + interval '1 hour' end
     from unnest($3::text[], $4::text[], $5::bigint[], $6::timestamptz[]) as n (id, status, amount, opened)
     on conflict (gateway, id) do update set status = excluded.status, amount_kobo = excluded.amount_kobo, ended_at = excluded.ended_at,
       next_check_at = excluded.next_check_at where d.status = 'open'`,
    [
      gateway,
      paymentId,
      disputes.map(({ id }) => id),
      disputes.map(({ status }) => status),
      disputes.map(({ amountKobo }) => amountKobo),
      disputes.map(({ openedAt }) => openedAt),
    ],
  )
}
