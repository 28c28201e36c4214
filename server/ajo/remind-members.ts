import type pg from 'pg'
import { reminderStep } from '#domain/ajo/circle.ts'
import type { TurnState } from '#domain/ajo/messages.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { CLOCK } from '#server/identities.ts'
import type { CircleJobs } from './close-months.ts'
import { notifyMembers } from './notify-members.ts'

/**
 * Reminds members of what they have not paid, 3 days before it is due, on the day, and 3 and 7 days later. A reminder is
 * recorded in the same transaction as its message, so that a concurrent or restarted job skips it.
 */
export async function remindMembers({ database, siteUrl }: CircleJobs): Promise<void> {
  await database.as(CLOCK, (tx) => remind(tx, siteUrl))
}

async function remind(tx: pg.PoolClient, siteUrl: string): Promise<void> {
  const { rows } = await tx.query<UnpaidRow>(
    `select k.id, k.member_id, k.month, k.amount_kobo, n.due_on::text, n.closes_at, c.id as circle_id, c.name, clock_timestamp() as now,
       case when m.turn is null then 'none' when m.turn < k.month then 'after' else 'before' end as turn
     from public.ajo_months n join public.ajo_circles c on c.id = n.circle_id and c.status = 'running'
     join public.ajo_contributions k on k.circle_id = n.circle_id and k.month = n.month and k.paid_at is null
     join public.ajo_members m on m.id = k.member_id and m.status = 'active'
     where n.closed_at is null and n.closes_at > clock_timestamp() and n.due_on <= (now() at time zone 'Africa/Lagos')::date + 3 order by n.due_on, k.id`,
  )
  for (const row of rows) {
    const step = reminderStep(row.due_on, lagosDate(row.now))
    if (!step) continue
    const { rowCount } = await tx.query(
      'insert into public.ajo_reminders (contribution_id, step) values ($1, $2) on conflict do nothing',
      [row.id, step],
    )
    if (!rowCount) continue
    const facts = {
      month: row.month,
      step,
      amountKobo: row.amount_kobo,
      dueOn: row.due_on,
      closesAt: row.closes_at,
      turn: row.turn,
    }
    const circle = { id: row.circle_id, name: row.name }
    await notifyMembers(tx, 'ajo-reminder', { circle, memberIds: [row.member_id], facts, siteUrl })
  }
}

interface UnpaidRow {
  id: string
  member_id: string
  month: number
  amount_kobo: bigint
  due_on: string
  closes_at: Date
  circle_id: string
  name: string
  turn: TurnState
  now: Date
}
