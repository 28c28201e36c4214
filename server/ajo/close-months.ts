import type pg from 'pg'
import { planMonth } from '#domain/ajo/buying.ts'
import type { Database } from '#platform/postgres/database.ts'
import { endMembership } from '#server/ajo-accounts/end-membership.ts'
import { type LockedCircle, lockCircle } from '#server/ajo-accounts/lock-circle.ts'
import { settleTurns } from '#server/ajo-accounts/settle-turns.ts'
import { CLOCK } from '#server/identities.ts'
import { buyForMembers, type MonthOfCircle } from './buy-for-members.ts'
import { closeTurn } from './close-turn.ts'
import { notifyMembers } from './notify-members.ts'
import { readCandidates } from './read-candidates.ts'

export interface CircleJobs {
  database: Database
  siteUrl: string
  cell: number | null
}

/**
 * Closes the months whose time to pay and vote is over, each in a transaction of its own: members who did not pay are
 * out, the circle buys for the others, and after the last month it ends. Returns the faults, one for each circle.
 */
export async function closeMonths(jobs: CircleJobs): Promise<unknown[]> {
  const { rows: due } = await jobs.database.as(CLOCK, (tx) =>
    tx.query<DueMonth>(
      `select n.circle_id as "circleId", n.month from public.ajo_months n join public.ajo_circles c on c.id = n.circle_id and c.status = 'running'
       where n.closed_at is null and n.closes_at <= clock_timestamp() order by n.closes_at, n.circle_id, n.month limit 100`,
    ),
  )
  const faults: unknown[] = []
  for (const month of due)
    await jobs.database.as(CLOCK, (tx) => closeMonth(tx, month, jobs)).catch((fault: unknown) => faults.push(fault))
  return faults
}

interface DueMonth {
  circleId: string
  month: number
}

async function closeMonth(tx: pg.PoolClient, { circleId, month }: DueMonth, jobs: CircleJobs): Promise<void> {
  const circle = await lockCircle(tx, circleId)
  const { rowCount } = await tx.query(
    'select from public.ajo_months where circle_id = $1 and month = $2 and closed_at is null for update',
    [circleId, month],
  )
  // Another process has closed it, or its last member has left.
  if (!rowCount || circle?.status !== 'running') return
  await endDefaulted(tx, { circle, month, siteUrl: jobs.siteUrl })
  const closing = { circle, month, siteUrl: jobs.siteUrl, cell: jobs.cell }
  if (circle.kind === 'turns') await closeTurn(tx, closing)
  else await buyOfMonth(tx, closing)
  // Joining and paying are the members' own acts; what follows is the clock's again.
  await tx.query(`select public.caused_by('clock')`)
  if (month === circle.months) await finish(tx, circle, jobs.siteUrl)
}

/**
 * Members who did not pay this month leave with what they have. After their turn the month is taken from what is left of
 * it; if that is too little, it is held for the others (docs/decisions/0145).
 */
async function endDefaulted(tx: pg.PoolClient, { circle, month, siteUrl }: Omit<MonthOfCircle, 'cell'>): Promise<void> {
  const { rows } = await tx.query<{ id: string; turn: number | null; put_in_kobo: bigint }>(
    `select m.id, m.turn, public.ajo_ahead_kobo(m.id) as put_in_kobo
     from public.ajo_members m join public.ajo_contributions k on k.member_id = m.id and k.month = $2 and k.paid_at is null
     where m.circle_id = $1 and m.status = 'active'
       and not (coalesce(m.turn < $2, false) and coalesce(ledger.balance_kobo('ajo', m.id), 0) >= k.amount_kobo) order by m.id`,
    [circle.id, month],
  )
  for (const { id, turn, put_in_kobo: putInKobo } of rows) {
    const returnedKobo = await endMembership(tx, { circleId: circle.id, memberId: id, as: 'defaulted' })
    const facts = { as: 'defaulted', returnedKobo, putInKobo, turn, reason: '' } as const
    await notifyMembers(tx, 'ajo-over', { circle, memberIds: [id], facts, siteUrl })
  }
}

/** In a basket: the same quantity for everybody. */
async function buyOfMonth(tx: pg.PoolClient, of: MonthOfCircle): Promise<void> {
  const { circle, month, siteUrl } = of
  const { rows: members } = await tx.query<{ id: string; balance_kobo: bigint }>(
    `select id, coalesce(ledger.balance_kobo('ajo', id), 0) as balance_kobo from public.ajo_members where circle_id = $1 and status = 'active' order by joined_at, id`,
    [circle.id],
  )
  const candidates = await readCandidates(tx, of)
  const plan = planMonth(
    candidates,
    members.map(({ balance_kobo }) => balance_kobo),
  )
  const bought = plan.outcome === 'bought' ? await buyForMembers(tx, { ...of, ...plan }) : null
  // None of the members could order: as if the buys had not done for them.
  const isBought = bought !== null && bought.served > 0
  const outcome = plan.outcome === 'bought' && !isBought ? 'not_enough' : plan.outcome
  await tx.query(
    `update public.ajo_months set closed_at = clock_timestamp(), outcome = $3, group_buy_id = $4, quantity = $5 where circle_id = $1 and month = $2`,
    [
      circle.id,
      month,
      outcome,
      isBought && plan.outcome === 'bought' ? plan.buyId : null,
      isBought && plan.outcome === 'bought' ? plan.quantity : null,
    ],
  )
  if (outcome !== 'bought') await notifyMembers(tx, 'ajo-not-bought', { circle, facts: { why: outcome }, siteUrl })
}

/** After the last month everything that is left goes back. Returns of orders that come later go on to their payer. */
async function finish(tx: pg.PoolClient, circle: LockedCircle, siteUrl: string): Promise<void> {
  await settleTurns(tx, circle.id)
  const { rows } = await tx.query<{ id: string; turn: number | null; put_in_kobo: bigint }>(
    `select id, turn, public.ajo_ahead_kobo(id) as put_in_kobo from public.ajo_members where circle_id = $1 and status = 'active' order by id`,
    [circle.id],
  )
  for (const { id, turn, put_in_kobo: putInKobo } of rows) {
    const returnedKobo = await endMembership(tx, { circleId: circle.id, memberId: id, as: 'finished' })
    const facts = { as: 'finished', returnedKobo, putInKobo, turn, reason: '' } as const
    await notifyMembers(tx, 'ajo-over', { circle, memberIds: [id], facts, siteUrl })
  }
}
