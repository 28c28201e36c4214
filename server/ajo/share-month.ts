import type pg from 'pg'
import { sharePot, type TurnMember } from '#domain/ajo/turns.ts'
import { journal } from '#domain/payments/movements.ts'
import { payOutBalance } from '#server/ajo-accounts/pay-out-balance.ts'
import { post } from '#server/ledger/post.ts'
import type { MonthOfCircle } from './buy-for-members.ts'
import { notifyMembers } from './notify-members.ts'

/**
 * Moves the sums of a month between the accounts of the members: to the turn-taker, or in a void turn back to those who
 * had dropped out, to whom they are paid out at once. Each part has one row, and one line in the ledger unless it stays
 * its giver's.
 */
export async function shareMonth(tx: pg.ClientBase, of: MonthOfCircle): Promise<void> {
  const { circle, month } = of
  const members = await readMembers(tx, of)
  const givers = members.filter(({ gives }) => gives)
  if (givers.length === 0) return
  const parts = sharePot(month, { members, giverIds: new Set(givers.map(({ id }) => id)) })
  const given = parts.filter(({ giverId, receiverId }) => giverId !== receiverId)
  const amountKobo = circle.monthlyKobo
  const lines = given.map(
    ({ giverId, receiverId }) =>
      ({ kind: 'ajo_turn', debitOwner: giverId, creditOwner: receiverId, amountKobo }) as const,
  )
  if (lines.length > 0) await post(tx, journal(`ajo-turn:${circle.id}:${month}`, lines))
  await tx.query(
    `insert into public.ajo_pot_parts (circle_id, month, giver_id, receiver_id, amount_kobo)
     select $1, $2, p.giver, p.receiver, $5 from unnest($3::uuid[], $4::uuid[]) as p (giver, receiver)`,
    [circle.id, month, parts.map(({ giverId }) => giverId), parts.map(({ receiverId }) => receiverId), amountKobo],
  )
  const taker = members.find(({ turn, isActive }) => turn === month && isActive)
  if (taker) await notifyTaker(tx, of, { id: taker.id, sums: parts.length })
  for (const receiverId of new Set(given.map(({ receiverId }) => receiverId)))
    if (receiverId !== taker?.id) await repay(tx, of, receiverId)
}

interface MonthMember extends TurnMember {
  /** Their sum of the month is there: paid, or left from their own turn. */
  gives: boolean
}

async function readMembers(tx: pg.ClientBase, { circle, month }: MonthOfCircle): Promise<MonthMember[]> {
  const { rows } = await tx.query<MonthMember>(
    `select m.id, coalesce(m.turn, 0) as turn, m.status = 'active' as "isActive", (public.ajo_ahead_kobo(m.id) / c.monthly_kobo)::integer as "sumsAhead",
       (select count(*)::integer from public.ajo_pot_parts p where p.giver_id = m.id) as "countedMonths",
       coalesce(ledger.balance_kobo('ajo', m.id) >= c.monthly_kobo, false) and (m.status = 'active' or coalesce(m.turn < $2, false)) as gives
     from public.ajo_members m join public.ajo_circles c on c.id = m.circle_id where m.circle_id = $1 order by m.turn`,
    [circle.id, month],
  )
  return rows
}

async function notifyTaker(
  tx: pg.ClientBase,
  { circle, month, siteUrl }: MonthOfCircle,
  { id, sums }: { id: string; sums: number },
): Promise<void> {
  const facts = { month, sums, potKobo: circle.monthlyKobo * BigInt(sums) }
  await notifyMembers(tx, 'ajo-turn', { circle, memberIds: [id], facts, siteUrl })
}

/** Pays out what a person who dropped out had put in. */
async function repay(tx: pg.ClientBase, { circle, siteUrl }: MonthOfCircle, memberId: string): Promise<void> {
  const returnedKobo = await payOutBalance(tx, memberId)
  await notifyMembers(tx, 'ajo-repaid', { circle, memberIds: [memberId], facts: { returnedKobo }, siteUrl })
}
