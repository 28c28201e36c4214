import type pg from 'pg'
import { planPayOut } from '#domain/ajo/money.ts'
import { journal } from '#domain/payments/movements.ts'
import { post } from '#server/ledger/post.ts'

/** Starts refunds of a member's balance to the payments of their contributions, the latest first. Returns their sum. */
export async function payOutBalance(tx: pg.ClientBase, memberId: string): Promise<bigint> {
  const { rows } = await tx.query<{ kobo: bigint | null }>(`select ledger.locked_balance_kobo('ajo', $1) as kobo`, [
    memberId,
  ])
  const balanceKobo = rows[0]?.kobo ?? 0n
  if (balanceKobo === 0n) return 0n
  const { rows: sources } = await tx.query<{ paymentId: string; leftKobo: bigint }>(
    `select c.payment_id as "paymentId", (c.amount_kobo - p.charged_back_kobo - coalesce((select sum(f.amount_kobo) from public.refunds f
       where f.payment_id = c.payment_id and f.reason = 'ajo'), 0))::bigint as "leftKobo"
     from public.ajo_contributions c join public.payments p on p.id = c.payment_id where c.member_id = $1 order by c.month desc`,
    [memberId],
  )
  const { refunds, lines } = planPayOut(balanceKobo, { memberId, sources, newId: () => crypto.randomUUID() })
  await tx.query(
    `insert into public.refunds (id, payment_id, amount_kobo, reason)
     select r.*, 'ajo' from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as r`,
    [
      refunds.map(({ id }) => id),
      refunds.map(({ paymentId }) => paymentId),
      refunds.map(({ amountKobo }) => amountKobo),
    ],
  )
  await post(tx, journal(`ajo-paid-out:${refunds[0]?.id ?? crypto.randomUUID()}`, lines))
  return refunds.reduce((all, { amountKobo }) => all + amountKobo, 0n)
}
