import { parseRole } from '#domain/accounts/roles.ts'
import { checkFields, optional, uuid } from '#domain/forms/validation.ts'
import { staffName } from '#domain/messages/conversation.ts'
import { refuse } from '#domain/refusal.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockCase } from './answer-case.ts'

/**
 * Staff take a case, give it to a colleague, or give it back. `from_id`: the person who had it on the caller's page, so
 * that the second of two who take it is told.
 */
export const assignSupportCase: Command<'assign-support-case'> = {
  name: 'assign-support-case',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['case_id', 'from_id', 'to_id'],
  check: (raw) =>
    checkFields(raw, { case_id: uuid('Case'), from_id: optional(uuid('Person')), to_id: optional(uuid('Person')) }),
  async run({ input, caller, tx }) {
    const { case_id: caseId, from_id: fromId = null, to_id: toId = null } = input
    const found = await lockCase(tx, { caseId, personId: caller.userId })
    if (!found) return refuse('not_found')
    if (found.assigned_to !== fromId)
      return refuse('case_moved', {
        message: withValues('Meanwhile this is with {name}. Nothing was changed.', {
          name: found.assigned_name ?? 'nobody',
        }),
      })
    const { rows } = await tx.query<{ full_name: string; role: string }>(
      `select p.full_name, p.role from public.profiles p join public.support_cases s on s.id = $2
       where p.id = $1 and rights.answers_support(p.id, s.state) and not public.has_part_in('support_case', s.id, p.id)`,
      [toId, caseId],
    )
    const [person] = rows
    if (toId && !person) return refuse('user_not_found')
    const name = person ? staffName(person.full_name, parseRole(person.role)) : null
    await tx.query(
      `update public.support_cases set assigned_to = $2, assigned_name = $3,
         status = case when status in ('new', 'assigned') then case when $2::uuid is null then 'new' else 'assigned' end else status end where id = $1`,
      [caseId, toId, name],
    )
    const body = toId === caller.userId ? 'Took it.' : name ? `Gave it to ${name}.` : 'Gave it back to the queue.'
    await tx.query(
      `insert into public.support_entries (case_id, author_id, author_name, kind, body) values ($1, $2, $3, 'act', $4)`,
      [caseId, caller.userId, found.author_name, body],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'support.assign',
      subject: { type: 'support_case', id: caseId },
      before: { assigned_to: fromId },
      after: { assigned_to: toId },
    })
    return { case_id: caseId }
  },
}
