import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockShortfall } from './lock-shortfall.ts'

/**
 * Withdraws a mistaken short delivery before its refunds are sent; by a user who may enter one there. To correct it,
 * enter it again.
 */
export const withdrawShortfall: Command<'withdraw-shortfall'> = {
  name: 'withdraw-shortfall',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['shortfall_id'],
  check: (raw) => checkFields(raw, { shortfall_id: uuid('Short delivery') }),
  async run({ input, caller, tx }) {
    const short = await lockShortfall(tx, { id: input.shortfall_id, person: caller.userId })
    if (!short?.may_enter) return refuse('not_found')
    if (short.status !== 'waiting' && short.status !== 'entered') return refuse('shortfall_over')
    await tx.query(
      `update public.shortfalls set status = 'withdrawn', answered_by = $2, ended_at = clock_timestamp() where id = $1`,
      [short.id, caller.userId],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'delivery.shortfall-withdraw',
      subject: { type: 'shortfall', id: short.id },
      after: { what: short.what },
    })
    return { shortfall_id: short.id }
  },
}
