import type pg from 'pg'
import { journal } from '#domain/payments/movements.ts'
import { hasHadTurn } from '#server/ajo-accounts/end-membership.ts'
import { lockCircle } from '#server/ajo-accounts/lock-circle.ts'
import { payOutBalance } from '#server/ajo-accounts/pay-out-balance.ts'
import { settleTurns } from '#server/ajo-accounts/settle-turns.ts'
import { GATEWAY } from '#server/identities.ts'
import { post } from '#server/ledger/post.ts'
import type { CircleJobs } from './close-months.ts'

/**
 * Carries out the refunds of orders that circles have paid: the money is back in the member's account at once, and of a
 * member who is not in the circle any more it goes on to where they had paid from, or first to those whose turns they
 * left short. Returns the faults, one for each refund.
 */
export async function returnToCircles({ database }: CircleJobs): Promise<unknown[]> {
  const { rows } = await database.as(GATEWAY, (tx) =>
    tx.query<DueReturn>(
      `select f.id, f.amount_kobo as "amountKobo", a.member_id as "memberId", a.circle_id as "circleId"
       from public.refunds f join public.ajo_orders a on a.payment_id = f.payment_id where f.next_try_at <= now() and f.status = 'requested'
       order by f.next_try_at, f.id limit 100`,
    ),
  )
  const faults: unknown[] = []
  for (const due of rows)
    await database.as(GATEWAY, (tx) => returnToCircle(tx, due)).catch((fault: unknown) => faults.push(fault))
  return faults
}

interface DueReturn {
  id: string
  amountKobo: bigint
  memberId: string
  circleId: string
}

async function returnToCircle(tx: pg.ClientBase, { id, amountKobo, memberId, circleId }: DueReturn): Promise<void> {
  const circle = await lockCircle(tx, circleId)
  const { rowCount } = await tx.query(
    `update public.refunds set status = 'sent', tries = tries + 1 where id = $1 and status = 'requested'`,
    [id],
  )
  // Another process was first.
  if (rowCount === 0) return
  await tx.query(
    `update public.refunds set status = 'processed', next_try_at = null, processed_at = clock_timestamp() where id = $1`,
    [id],
  )
  await post(
    tx,
    journal(`refunded:${id}`, [{ kind: 'returned_to_ajo', debitOwner: id, creditOwner: memberId, amountKobo }]),
  )
  const { rowCount: active } = await tx.query(`select from public.ajo_members where id = $1 and status = 'active'`, [
    memberId,
  ])
  if (active) return
  // Held for the turns to come, and settled at the end.
  if (circle?.status === 'running' && (await hasHadTurn(tx, memberId))) return
  if (circle?.kind === 'turns' && circle.status !== 'running') await settleTurns(tx, circleId)
  else await payOutBalance(tx, memberId)
}
