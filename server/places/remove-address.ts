import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Deletes an address. Orders have their own copy of it. */
export const removeAddress: Command<'remove-address'> = {
  name: 'remove-address',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['address_id'],
  check: (raw) => checkFields(raw, { address_id: uuid('Address') }),
  async run({ input, caller, tx }) {
    const { rowCount } = await tx.query('delete from public.addresses where id = $1 and user_id = $2', [
      input.address_id,
      caller.userId,
    ])
    return rowCount === 1 ? input : refuse('address_not_found')
  },
}
