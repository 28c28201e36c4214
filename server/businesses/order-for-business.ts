import { checkFields } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Whether the caller's next orders are for their company. Orders that exist stay what they are. */
export const orderForBusiness: Command<'order-for-business'> = {
  name: 'order-for-business',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['on'],
  check: (raw) =>
    checkFields(raw, {
      on: (value) => (typeof value === 'boolean' ? { value } : { error: 'Say whom you order for: true or false.' }),
    }),
  async run({ input, caller, tx }) {
    const { rowCount } = await tx.query(
      `update public.business_members set orders_for_business = $2 where person_id = $1 and accepted_at is not null and ended_at is null`,
      [caller.userId, input.on],
    )
    return rowCount ? { on: input.on } : refuse('business_not_found')
  },
}
