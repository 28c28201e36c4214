import { unreservedName } from '#domain/accounts/reserved-names.ts'
import { checkFields, optional, text, uuid } from '#domain/forms/validation.ts'
import { isRefusal } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockOwnHandOver } from './renew-code.ts'
import { listVisit } from './visit.ts'
import { createVisitCode } from './visit-codes.ts'

/**
 * Sets the buyer's nominee for a visit, who gets a code of their own; the former nominee's code ends. Without a name there is no
 * nominee.
 */
export const nameNominee: Command<'name-nominee'> = {
  name: 'name-nominee',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['hand_over_id', 'name'],
  check: (raw) =>
    checkFields(raw, {
      hand_over_id: uuid('Hand-over'),
      name: optional(unreservedName(text({ label: 'Name', min: 2, max: 80 }))),
    }),
  async run(call) {
    const { input, tx, context } = call
    const own = await lockOwnHandOver(call, input.hand_over_id)
    if (isRefusal(own)) return own
    if (input.name) await createVisitCode(tx, context.codes, { handOverId: input.hand_over_id, nominee: input.name })
    else
      await tx.query(
        `update codes.codes set ended_at = clock_timestamp() where hand_over_id = any ($1) and nominee is not null and used_at is null and ended_at is null`,
        [[input.hand_over_id, ...(await listVisit(tx, input.hand_over_id))]],
      )
    return { hand_over_id: input.hand_over_id }
  },
}
