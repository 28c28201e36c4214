import type pg from 'pg'
import type { Dispute } from '#platform/payment-gateways/gateway.ts'

interface Noted {
  paymentId: string
  gateway: string
  /** As the gateway has them now. */
  disputes: readonly Dispute[]
}

/** Writes down what the gateway says about the disputes of a payment. An open one holds the money of its orders; one that has ended never opens again. */
export async function noteDisputes(tx: pg.ClientBase, { paymentId, gateway, disputes }: Noted): Promise<void> {
  if (disputes.length === 0) return
  await tx.query(
    `insert into public.disputes as d (gateway, id, payment_id, status, amount_kobo, opened_at, ended_at, next_look_at)
     select $1, n.id, $2, n.status, n.amount, n.opened, case when n.status <> 'open' then clock_timestamp() end,
       case when n.status = 'open' then now() + interval '1 hour' end
     from unnest($3::text[], $4::text[], $5::bigint[], $6::timestamptz[]) as n (id, status, amount, opened)
     on conflict (gateway, id) do update set status = excluded.status, amount_kobo = excluded.amount_kobo, ended_at = excluded.ended_at,
       next_look_at = excluded.next_look_at where d.status = 'open'`,
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
