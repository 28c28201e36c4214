import type pg from 'pg'
import { type Position, settlePositions } from '#domain/ajo/turns.ts'
import { journal } from '#domain/payments/movements.ts'
import { post } from '#server/ledger/post.ts'
import { payOutBalance } from './pay-out-balance.ts'

/**
 * Settles a circle that takes turns once it has no month left: what is left with a person who got more than they put in
 * goes to those who got less, and what people out of the circle then have goes back to where they paid from. It does
 * nothing to a basket. The caller holds the circle's lock.
 */
export async function settleTurns(tx: pg.ClientBase, circleId: string): Promise<void> {
  for (const { payerId, receiverId, amountKobo } of settlePositions(await readPositions(tx, circleId))) {
    const id = crypto.randomUUID()
    const line = { kind: 'ajo_settled', debitOwner: payerId, creditOwner: receiverId, amountKobo } as const
    await post(tx, journal(`ajo-settled:${id}`, [line]))
    await tx.query(
      'insert into public.ajo_settlements (id, circle_id, payer_id, receiver_id, amount_kobo) values ($1, $2, $3, $4, $5)',
      [id, circleId, payerId, receiverId, amountKobo],
    )
  }
  for (const { id, isActive } of await readPositions(tx, circleId)) if (!isActive) await payOutBalance(tx, id)
}

interface TurnPosition extends Position {
  isActive: boolean
}

async function readPositions(tx: pg.ClientBase, circleId: string): Promise<TurnPosition[]> {
  const { rows } = await tx.query<TurnPosition>(
    `select id, status = 'active' as "isActive", public.ajo_ahead_kobo(id) as "aheadKobo", coalesce(ledger.balance_kobo('ajo', id), 0) as "balanceKobo"
     from public.ajo_members where circle_id = $1 and turn is not null order by turn`,
    [circleId],
  )
  return rows
}
