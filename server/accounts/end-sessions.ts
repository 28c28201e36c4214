import { refuse } from '#domain/refusal.ts'
import { checkFields, uuid } from '#domain/validation.ts'
import { endSessionsOf } from '#platform/auth/end-sessions.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { asAuthAdmin } from './as-auth-admin.ts'

/** A chief signs somebody out everywhere, such as when their phone or account was taken. Role and password stay as they are. */
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
    // One's own devices are ended one by one, or all of the others, under Security.
    if (!rows[0]?.may || input.user_id === caller.userId) return refuse('not_allowed')
    if (!rows[0].exists) return refuse('user_not_found')
    const sessions = await asAuthAdmin(tx, () => endSessionsOf(tx, input.user_id))
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'sessions.end',
      subject: { type: 'profile', id: input.user_id },
      after: { sessions },
    })
    return { user_id: input.user_id, sessions }
  },
}
