import type pg from 'pg'
import { dueDays } from '#domain/ajo/circle.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { type LockedCircle, lockCircle } from '#server/ajo-accounts/lock-circle.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyMembers } from './notify-members.ts'

/** Starts a full circle: its months and contributions are written for all members at once. */
export const startCircle: Command<'start-ajo-circle'> = {
  name: 'start-ajo-circle',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['circle_id'],
  check: (raw) => checkFields(raw, { circle_id: uuid('Circle') }),
  async run({ input, caller, tx, context }) {
    await tx.query(`select public.caused_by('buyer')`)
    const circle = await lockCircle(tx, input.circle_id)
    if (!circle || circle.starterId !== caller.userId || !(await isOpen(tx, circle))) return refuse('circle_not_found')
    if (circle.status !== 'forming') return refuse('already_done')
    const { rows } = await tx.query<{ taken: number }>(
      'select count(*)::integer as taken from public.ajo_members where circle_id = $1',
      [circle.id],
    )
    if (rows[0]?.taken !== circle.seats) return refuse('circle_not_full')
    const days = dueDays(lagosDate(circle.now), circle)
    await writeMonths(tx, circle, days)
    const firstDueOn = days[0] ?? ''
    for (const { id, turn } of await drawTurns(tx, circle))
      await notifyMembers(tx, 'ajo-started', {
        circle,
        memberIds: [id],
        facts: { monthlyKobo: circle.monthlyKobo, firstDueOn, turn },
        siteUrl: context.siteUrl,
      })
    return { circle_id: circle.id, first_due_on: firstDueOn }
  },
}

async function isOpen(tx: pg.ClientBase, { kind }: LockedCircle): Promise<boolean> {
  const { rows } = await tx.query<{ is_open: boolean }>('select public.is_ajo_open($1) as is_open', [kind])
  return rows[0]?.is_open ?? false
}

interface StartedMember {
  id: string
  turn: number | null
}

/** Makes the members active. The order of turns is drawn by the database, from its source of strong random numbers. */
async function drawTurns(tx: pg.ClientBase, { id, kind }: LockedCircle): Promise<StartedMember[]> {
  const { rows } = await tx.query<StartedMember>(
    `update public.ajo_members m set status = 'active', turn = case when $2 then d.turn end
     from (select id, row_number() over (order by gen_random_uuid())::integer as turn from public.ajo_members where circle_id = $1) d
     where m.id = d.id returning m.id, m.turn`,
    [id, kind === 'turns'],
  )
  return rows
}

async function writeMonths(tx: pg.ClientBase, { id }: LockedCircle, days: readonly string[]): Promise<void> {
  await tx.query(`update public.ajo_circles set status = 'running', started_at = clock_timestamp() where id = $1`, [id])
  await tx.query(
    `insert into public.ajo_months (circle_id, month, due_on, closes_at)
     select $1, d.month, d.due_on, (d.due_on + 8)::timestamp at time zone 'Africa/Lagos' from unnest($2::date[]) with ordinality d (due_on, month)`,
    [id, days],
  )
  await tx.query(
    `insert into public.ajo_contributions (circle_id, member_id, month, amount_kobo)
     select c.id, m.id, n.month, c.monthly_kobo from public.ajo_circles c join public.ajo_members m on m.circle_id = c.id join public.ajo_months n on n.circle_id = c.id
     where c.id = $1 order by n.month, m.joined_at, m.id`,
    [id],
  )
}
