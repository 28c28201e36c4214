import { SUSPENSION_REASON_LENGTH } from '#domain/accounts/suspension.ts'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { lockForSuspension } from './suspend-account.ts'

/** Ends a suspension: the person signs in as before. */
export const reinstateAccount: Command<'reinstate-account'> = {
  name: 'reinstate-account',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['user_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      user_id: uuid('Account'),
      reason: text({ label: 'Reason', ...SUSPENSION_REASON_LENGTH }),
    }),
  async run({ input, caller, tx, context: { siteUrl } }) {
    const { user_id: id, reason } = input
    const person = await lockForSuspension(tx, { staff: caller.userId, person: id })
    if (!person?.overseen) return refuse('user_not_found')
    if (!person.outranked) return refuse('cannot_suspend')
    if (!person.suspended) return refuse('account_not_suspended')
    if (person.waits_for_chief) return refuse('chief_reinstates')
    await tx.query(
      `update public.account_suspensions set ended_at = clock_timestamp(), ended_by = $2, end_reason = $3
       where person_id = $1 and ended_at is null`,
      [id, caller.userId, reason],
    )
    await queueSystemMail(tx, 'account-reinstated', { to: person.email, person: id, facts: { reason }, siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'account.reinstate',
      subject: { type: 'profile', id },
      after: { reason },
    })
    return { user_id: id, suspended: false as const }
  },
}
