import type pg from 'pg'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { endMembership } from '#server/ajo-accounts/end-membership.ts'
import { type LockedCircle, lockCircle } from '#server/ajo-accounts/lock-circle.ts'
import { settleTurns } from '#server/ajo-accounts/settle-turns.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { cancelCircle } from './leave-circle.ts'
import { notifyMembers } from './notify-members.ts'

/**
 * A chief ends a circle that must not go on, such as for fraud or on the order of a court: it is settled as after its
 * last month, all balances go back to where they came from, and its members are notified with the reason.
 */
export const endCircle: Command<'end-ajo-circle'> = {
  name: 'end-ajo-circle',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['circle_id', 'reason'],
  check: (raw) =>
    checkFields(raw, { circle_id: uuid('Circle'), reason: text({ label: 'The reason', min: 10, max: 300 }) }),
  async run({ input: { circle_id: circleId, reason }, caller, tx, context: { siteUrl } }) {
    const { rows } = await tx.query<{ is_chief: boolean }>(
      `select public.caused_by('chief'), exists (select from public.profiles where id = $1 and role = 'chief') as is_chief`,
      [caller.userId],
    )
    if (!rows[0]?.is_chief) return refuse('not_found')
    const circle = await lockCircle(tx, circleId)
    if (!circle) return refuse('circle_not_found')
    if (circle.status !== 'forming' && circle.status !== 'running') return refuse('already_done')
    const returned = circle.status === 'running' ? await stopCircle(tx, circle) : await stopForming(tx, circle)
    for (const [memberId, returnedKobo] of returned) {
      const facts = { as: 'stopped', returnedKobo, putInKobo: 0n, turn: null, reason } as const
      await notifyMembers(tx, 'ajo-over', { circle, memberIds: [memberId], facts, siteUrl })
    }
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'ajo-circle.end',
      subject: { type: 'circle', id: circleId },
      after: { name: circle.name, reason },
    })
    return { circle_id: circleId }
  },
}

async function readMemberIds(tx: pg.ClientBase, { id }: LockedCircle): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from public.ajo_members where circle_id = $1 and status in ('joined', 'active') order by joined_at, id`,
    [id],
  )
  return rows.map((member) => member.id)
}

/** Nothing was paid yet. */
async function stopForming(tx: pg.ClientBase, circle: LockedCircle): Promise<Map<string, bigint>> {
  const members = await readMemberIds(tx, circle)
  await cancelCircle(tx, circle.id)
  return new Map(members.map((id) => [id, 0n]))
}

async function stopCircle(tx: pg.ClientBase, circle: LockedCircle): Promise<Map<string, bigint>> {
  await settleTurns(tx, circle.id)
  const returned = new Map<string, bigint>()
  for (const memberId of await readMemberIds(tx, circle))
    returned.set(memberId, await endMembership(tx, { circleId: circle.id, memberId, as: 'finished' }))
  return returned
}
