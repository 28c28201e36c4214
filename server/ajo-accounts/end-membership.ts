import type pg from 'pg'
import { payOutBalance } from './pay-out-balance.ts'
import { settleTurns } from './settle-turns.ts'

interface EndedAjoMembership {
  circleId: string
  memberId: string
  as: 'left' | 'defaulted' | 'finished'
}

/**
 * Ends a membership of a running circle: all that the member has goes back to where they paid from, their payments that
 * have begun end, and so does their vote. Money that is left with a member who does not pay after their turn is held for
 * the turns to come. The caller holds the circle's lock. Returns what goes back.
 */
export async function endMembership(
  tx: pg.ClientBase,
  { circleId, memberId, as }: EndedAjoMembership,
): Promise<bigint> {
  const isHeld = as === 'defaulted' && (await hasHadTurn(tx, memberId))
  const returnedKobo = isHeld ? 0n : await payOutBalance(tx, memberId)
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

export async function hasHadTurn(tx: pg.ClientBase, memberId: string): Promise<boolean> {
  const { rows } = await tx.query<{ has_had: boolean }>('select public.has_had_ajo_turn($1) as has_had', [memberId])
  return rows[0]?.has_had ?? false
}

/** A circle without members has nothing left to do. */
async function endEmptyCircle(tx: pg.ClientBase, circleId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from public.ajo_members where circle_id = $1 and status = 'active' limit 1`,
    [circleId],
  )
  if (!rowCount) await settleTurns(tx, circleId)
  await tx.query(
    `update public.ajo_circles c set status = 'ended', ended_at = clock_timestamp() where id = $1 and status = 'running'
       and not exists (select from public.ajo_members m where m.circle_id = c.id and m.status = 'active')`,
    [circleId],
  )
}
