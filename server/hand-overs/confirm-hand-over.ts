import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockHandOver } from './finish-hand-over.ts'

/**
 * A buyer confirms that they received goods which the shop handed over without a code. The hand-over is then released
 * like any other, after the usual claim time.
 */
export const confirmHandOver: Command<'confirm-hand-over'> = {
  name: 'confirm-hand-over',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['hand_over_id'],
  check: (raw) => checkFields(raw, { hand_over_id: uuid('Hand-over') }),
  async run({ input: { hand_over_id: id }, caller, tx }) {
    const handOver = await lockHandOver(tx, id)
    if (handOver?.user_id !== caller.userId) return refuse('not_found')
    const { rowCount } = await tx.query(
      `update public.hand_over_overrides set confirmed_at = clock_timestamp() where hand_over_id = $1 and by_shop and confirmed_at is null
         and not public.has_open_claim($1)`,
      [id],
    )
    if (rowCount === 0) return refuse('nothing_to_confirm')
    await tx.query(
      `update public.hand_overs set claim_until = least(claim_until, greatest(done_at + public.claim_time(id), clock_timestamp()))
       where id = $1 and released_at is null`,
      [id],
    )
    return { hand_over_id: id }
  },
}
