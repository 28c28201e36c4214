import { ownName } from '#domain/accounts/reserved-names.ts'
import { isRefusal } from '#domain/refusal.ts'
import { checkFields, optional, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { makeCode } from './codes.ts'
import { ownOpen } from './renew-code.ts'

/** The buyer sends somebody, with a code of its own; the former one ends, and without a name there is none. */
export const nameNominee: Command<'name-nominee'> = {
  name: 'name-nominee',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['hand_over_id', 'name'],
  check: (raw) =>
    checkFields(raw, {
      hand_over_id: uuid('Hand-over'),
      name: optional(ownName(text({ label: 'Name', least: 2, most: 80 }))),
    }),
  async run(call) {
    const { input, tx, shop } = call
    const own = await ownOpen(call, input.hand_over_id)
    if (isRefusal(own)) return own
    if (input.name) await makeCode(tx, shop.codes, { handOverId: input.hand_over_id, nominee: input.name })
    else
      await tx.query(
        `update codes.codes set ended_at = clock_timestamp() where hand_over_id = $1 and nominee is not null and used_at is null and ended_at is null`,
        [input.hand_over_id],
      )
    return { hand_over_id: input.hand_over_id }
  },
}
