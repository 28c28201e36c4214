import type pg from 'pg'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { isKobo } from '#domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { endMembership } from '#server/ajo-accounts/end-membership.ts'
import { type LockedCircle, lockCircle } from '#server/ajo-accounts/lock-circle.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyMembers } from './notify-members.ts'

/**
 * Leaves a circle. Before it starts nothing was paid, and the seat is free again; if the person who set it up leaves
 * then, it is cancelled. Afterwards everything that the member has in it goes back to where they paid from.
 */
export const leaveCircle: Command<'leave-ajo-circle'> = {
  name: 'leave-ajo-circle',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['circle_id', 'expected_kobo'],
  check: (raw) =>
    checkFields(raw, {
      circle_id: uuid('Circle'),
      expected_kobo: (kobo) => (isKobo(kobo) ? { value: kobo } : { error: 'The balance must be in whole kobo.' }),
    }),
  async run({ input, caller, tx, context }) {
    await tx.query(`select public.caused_by('buyer')`)
    const circle = await lockCircle(tx, input.circle_id)
    const { rows } = await tx.query<MemberRow>(
      `select id, status, turn, public.has_had_ajo_turn(id) as has_had_turn, coalesce(ledger.balance_kobo('ajo', id), 0) as balance_kobo,
         public.ajo_ahead_kobo(id) as ahead_kobo from public.ajo_members where circle_id = $1 and person_id = $2`,
      [input.circle_id, caller.userId],
    )
    const [member] = rows
    if (!circle || !member) return refuse('circle_not_found')
    const returned = await leave(tx, {
      circle,
      member,
      personId: caller.userId ?? '',
      expectedKobo: input.expected_kobo,
    })
    if (isRefusal(returned)) return returned
    if (circle.status === 'running')
      await notifyMembers(tx, 'ajo-over', {
        circle,
        memberIds: [member.id],
        facts: { as: 'left', returnedKobo: returned.kobo, putInKobo: member.ahead_kobo, turn: member.turn, reason: '' },
        siteUrl: context.siteUrl,
      })
    return { circle_id: circle.id, returned_kobo: Number(returned.kobo) }
  },
}

interface MemberRow {
  id: string
  status: string
  turn: number | null
  has_had_turn: boolean
  balance_kobo: bigint
  ahead_kobo: bigint
}

interface Leaving {
  circle: LockedCircle
  member: MemberRow
  personId: string
  expectedKobo: number
}

async function leave(
  tx: pg.ClientBase,
  { circle, member, personId, expectedKobo }: Leaving,
): Promise<{ kobo: bigint } | Refusal> {
  if (circle.status === 'forming') {
    if (circle.starterId === personId) await cancelCircle(tx, circle.id)
    else await tx.query('delete from public.ajo_members where id = $1', [member.id])
    return { kobo: 0n }
  }
  if (member.status !== 'active') return refuse('circle_not_running')
  if (member.has_had_turn) return refuse('turn_taken')
  if (member.balance_kobo !== BigInt(expectedKobo)) return refuse('circle_changed')
  return { kobo: await endMembership(tx, { circleId: circle.id, memberId: member.id, as: 'left' }) }
}

/** Before the start: nothing was paid yet. */
export async function cancelCircle(tx: pg.ClientBase, circleId: string): Promise<void> {
  await tx.query(
    `update public.ajo_members set status = 'left', ended_at = clock_timestamp() where circle_id = $1 and status = 'joined'`,
    [circleId],
  )
  await tx.query(`update public.ajo_circles set status = 'cancelled', ended_at = clock_timestamp() where id = $1`, [
    circleId,
  ])
}
