import type pg from 'pg'

interface PaidPart {
  orderId: string
  nairaKobo: bigint
  pepsKobo: bigint
}

/** Moves orders to paid, with what was paid for them; the counters of their buys follow. A checkout whose orders are all paid is paid. */
export async function writePaid(tx: pg.ClientBase, paymentId: string, parts: readonly PaidPart[]): Promise<void> {
  if (parts.length === 0) return
  await tx.query(
    `update public.orders o set status = 'paid', paid_at = clock_timestamp(), amount_due_kobo = 0, charged_kobo = p.naira + p.peps, peps_kobo = p.peps, payment_id = $1
     from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as p (id, naira, peps) where o.id = p.id`,
    [
      paymentId,
      parts.map(({ orderId }) => orderId),
      parts.map(({ nairaKobo }) => nairaKobo),
      parts.map(({ pepsKobo }) => pepsKobo),
    ],
  )
  await tx.query(
    `update public.checkouts c set status = 'paid' where c.status = 'open' and c.id in (select checkout_id from public.orders where payment_id = $1)
       and not exists (select from public.orders o where o.checkout_id = c.id and o.status = 'pending')`,
    [paymentId],
  )
}
