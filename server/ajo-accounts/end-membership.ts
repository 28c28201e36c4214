import type pg from 'pg'
import { planPayOut } from '#domain/ajo/money.ts'
import { journal } from '#domain/payments/movements.ts'
import { post } from '#server/ledger/post.ts'

interface EndedAjoMembership {
  circleId: string
  memberId: string
  as: 'left' | 'defaulted' | 'finished'
}

/**
 * Ends a membership of a running circle: all that the member has goes back to where they paid from, their payments that
 * have begun end, and so does their vote. The caller holds the circle's lock. Returns what goes back.
 */
export async function endMembership(
  tx: pg.ClientBase,
  { circleId, memberId, as }: EndedAjoMembership,
): Promise<bigint> {
  const returnedKobo = await payOutBalance(tx, memberId)
  await tx.query(
    `update public.payments p set expires_at = least(expires_at, now()), next_check_at = now() from public.ajo_payments a
     join public.ajo_contributions c on c.id = a.contribution_id where a.payment_id = p.id and c.member_id = $1 and p.status in ('initiated', 'pending')`,
    [memberId],
  )
  await tx.query(
    `delete from public.ajo_votes v using public.ajo_months m where v.member_id = $1 and m.circle_id = v.circle_id and m.month = v.month and m.closed_at is null`,
    [memberId],
  )
  await tx.query('update public.ajo_members set status = $2, ended_at = clock_timestamp() where id = $1', [
    memberId,
    as,
  ])
  await endEmptyCircle(tx, circleId)
  return returnedKobo
}

/** A circle without members has nothing left to do. */
async function endEmptyCircle(tx: pg.ClientBase, circleId: string): Promise<void> {
  await tx.query(
    `update public.ajo_circles c set status = 'ended', ended_at = clock_timestamp() where id = $1 and status = 'running'
       and not exists (select from public.ajo_members m where m.circle_id = c.id and m.status = 'active')`,
    [circleId],
  )
}

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
