import type pg from 'pg'
import { planMonth } from '#domain/ajo/buying.ts'
import { type MonthOfCircle, tryToBuy } from './buy-for-members.ts'
import { notifyMembers } from './notify-members.ts'
import { readCandidates } from './read-candidates.ts'
import { shareMonth } from './share-month.ts'

/**
 * Closes a month of a circle that takes turns: the sums of all become the turn-taker's, who orders from them in the buy
 * that the circle voted for. Members whose turn came before and who got nothing yet are tried again.
 */
export async function closeTurn(tx: pg.PoolClient, of: MonthOfCircle): Promise<void> {
  const { circle, month } = of
  await shareMonth(tx, of)
  const takers = await readTakers(tx, of)
  let turn: TurnOutcome = { outcome: 'void', buyId: null, quantity: null }
  for (const taker of takers) {
    const bought = await buyForTaker(tx, of, taker)
    if (taker.turn === month) turn = bought
  }
  await tx.query(
    `update public.ajo_months set closed_at = clock_timestamp(), outcome = $3, group_buy_id = $4, quantity = $5 where circle_id = $1 and month = $2`,
    [circle.id, month, turn.outcome, turn.buyId, turn.quantity],
  )
}

interface TurnOutcome {
  outcome: 'bought' | 'no_votes' | 'not_enough' | 'void'
  buyId: string | null
  quantity: number | null
}

interface Taker {
  id: string
  person_id: string
  turn: number
  spendable_kobo: bigint
}

/**
 * The member whose turn it is, then those of earlier turns without goods. Sums that they have paid ahead for later months
 * are not spent.
 */
async function readTakers(tx: pg.ClientBase, { circle, month }: MonthOfCircle): Promise<Taker[]> {
  const { rows } = await tx.query<Taker>(
    `select m.id, m.person_id, m.turn, (coalesce(ledger.balance_kobo('ajo', m.id), 0) - coalesce((select sum(k.amount_kobo) from public.ajo_contributions k
       where k.member_id = m.id and k.month > $2 and k.paid_at is not null), 0))::bigint as spendable_kobo
     from public.ajo_members m where m.circle_id = $1 and m.status = 'active' and m.turn <= $2
       and not exists (select from public.ajo_orders a join public.orders o on o.id = a.order_id where a.member_id = m.id and o.status not in ('cancelled', 'refunding', 'refunded'))
     order by m.turn = $2 desc, m.turn`,
    [circle.id, month],
  )
  return rows
}

async function buyForTaker(tx: pg.PoolClient, of: MonthOfCircle, taker: Taker): Promise<TurnOutcome> {
  const { circle, siteUrl } = of
  const plan = planMonth(await readCandidates(tx, of), [taker.spendable_kobo])
  if (plan.outcome === 'bought' && (await tryToBuy(tx, { ...of, buyId: plan.buyId, quantity: plan.quantity }, taker)))
    return plan
  const why = plan.outcome === 'bought' ? 'not_served' : plan.outcome
  await notifyMembers(tx, 'ajo-not-bought', { circle, memberIds: [taker.id], facts: { why }, siteUrl })
  return { outcome: plan.outcome === 'bought' ? 'not_enough' : plan.outcome, buyId: null, quantity: null }
}
