import { checkFields, uuid } from '#domain/forms/validation.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Takes a request back. Idempotent. */
export const withdrawQuantityRequest: Command<'withdraw-quantity-request'> = {
  name: 'withdraw-quantity-request',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id'],
  check: (raw) => checkFields(raw, { group_buy_id: uuid('Group buy') }),
  async run({ input, caller, tx }) {
    const { rowCount } = await tx.query(
      `update public.quantity_requests set status = 'withdrawn', ended_at = clock_timestamp() where group_buy_id = $1 and person_id = $2 and status = 'open'`,
      [input.group_buy_id, caller.userId],
    )
    return { withdrawn: rowCount === 1 }
  },
}
