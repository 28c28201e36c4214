import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { endAllSessions } from '#platform/auth/sessions/end-sessions.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { asAuthAdmin } from './as-auth-admin.ts'

/**
 * A chief signs a user out everywhere, for example after a stolen phone or account. Role and password are unchanged.
 */
export const endSessions: Command<'end-sessions'> = {
  name: 'end-sessions',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['user_id'],
  check: (raw) => checkFields(raw, { user_id: uuid('Account') }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ may: boolean; exists: boolean }>(
      `select exists (select from public.profiles where id = $1 and role = 'chief') as may,
         exists (select from public.profiles where id = $2 for key share) as exists`,
      [caller.userId, input.user_id],
    )
    // Users end their own sessions under Security.
    if (!rows[0]?.may || input.user_id === caller.userId) return refuse('not_allowed')
    if (!rows[0].exists) return refuse('user_not_found')
    const sessions = await asAuthAdmin(tx, () => endAllSessions(tx, input.user_id))
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'sessions.end',
      subject: { type: 'profile', id: input.user_id },
      after: { sessions },
    })
    return { user_id: input.user_id, sessions }
  },
}
