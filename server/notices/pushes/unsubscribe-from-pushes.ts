import { checkFields, uuid } from '#domain/forms/validation.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Ends the pushes to one of the caller's browsers. Idempotent. */
export const unsubscribeFromPushes: Command<'unsubscribe-from-pushes'> = {
  name: 'unsubscribe-from-pushes',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['subscription_id'],
  check: (raw) => checkFields(raw, { subscription_id: uuid('Subscription') }),
  async run({ input, caller, tx }) {
    await tx.query('delete from public.push_subscriptions where id = $1 and person_id = $2', [
      input.subscription_id,
      caller.userId,
    ])
    return input
  },
}
