import { parseRole } from '#domain/accounts/roles.ts'
import { checkFields, oneOf, uuid } from '#domain/forms/validation.ts'
import { staffName } from '#domain/messages/conversation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

const MOVES = {
  approve: { to: 'scheduled', action: 'broadcast.approve' },
  refuse: { to: 'refused', action: 'broadcast.refuse' },
  withdraw: { to: 'withdrawn', action: 'broadcast.withdraw' },
} as const

/** A second person approves or refuses a notice to many people; its author withdraws it before it starts. */
export const decideRegionNotice: Command<'decide-region-notice'> = {
  name: 'decide-region-notice',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['broadcast_id', 'decision'],
  check: (raw) =>
    checkFields(raw, {
      broadcast_id: uuid('Notice'),
      decision: oneOf({ label: 'decision', among: ['approve', 'refuse', 'withdraw'] as const }),
    }),
  async run({ input, caller, tx }) {
    const { broadcast_id: id, decision } = input
    await tx.query('select from public.region_broadcasts where id = $1 for no key update', [id])
    const { rows } = await tx.query<DecidedNotice>(
      `select b.status, b.title, coalesce(b.author_id = p.id, false) as is_own, public.oversees_all(p.id, b.states) as may_decide, p.full_name, p.role
       from public.region_broadcasts b join public.profiles p on p.id = $2 where b.id = $1`,
      [id, caller.userId],
    )
    const [notice] = rows
    if (!notice?.may_decide) return refuse('not_found')
    const isSecondPersons = decision !== 'withdraw'
    if (isSecondPersons && notice.is_own) return refuse('second_person_needed')
    const from = isSecondPersons ? ['proposed'] : ['proposed', 'scheduled']
    if (!from.includes(notice.status)) return refuse('notice_moved')
    await tx.query(
      `update public.region_broadcasts set status = $2, approver_id = case when $3 then $4::uuid else approver_id end,
         approver_name = case when $3 then $5 else approver_name end, ended_at = case when $2 = 'scheduled' then null else clock_timestamp() end where id = $1`,
      [id, MOVES[decision].to, isSecondPersons, caller.userId, staffName(notice.full_name, parseRole(notice.role))],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: MOVES[decision].action,
      subject: { type: 'region_broadcast', id },
      before: { status: notice.status },
      after: { title: notice.title },
    })
    return { broadcast_id: id }
  },
}

interface DecidedNotice {
  status: string
  title: string
  is_own: boolean
  may_decide: boolean
  full_name: string
  role: string
}
