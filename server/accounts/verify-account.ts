import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** A chief verifies a known account, such as a restaurant's, which raises its limit of unpaid orders; or revokes it. */
export const verifyAccount: Command<'verify-account'> = {
  name: 'verify-account',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['user_id', 'verified'],
  check: (raw) =>
    checkFields(raw, {
      user_id: uuid('Account'),
      verified: (value) =>
        typeof value === 'boolean' ? { value } : { error: 'Say whether the account is verified: true or false.' },
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ may: boolean; exists: boolean; was: boolean }>(
      `select exists (select from public.profiles where id = $1 and role = 'chief') as may,
         exists (select from public.profiles where id = $2 for key share) as exists,
         exists (select from public.verified_accounts where profile_id = $2) as was`,
      [caller.userId, input.user_id],
    )
    const facts = rows[0]
    // A chief cannot raise their own limit.
    if (!facts?.may || input.user_id === caller.userId) return refuse('not_allowed')
    if (!facts.exists) return refuse('user_not_found')
    if (facts.was === input.verified) return { user_id: input.user_id, verified: input.verified }

    await (input.verified
      ? tx.query('insert into public.verified_accounts (profile_id, verified_by) values ($1, $2)', [
          input.user_id,
          caller.userId,
        ])
      : tx.query('delete from public.verified_accounts where profile_id = $1', [input.user_id]))
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'account.verify',
      subject: { type: 'profile', id: input.user_id },
      before: { verified: facts.was },
      after: { verified: input.verified },
    })
    return { user_id: input.user_id, verified: input.verified }
  },
}
