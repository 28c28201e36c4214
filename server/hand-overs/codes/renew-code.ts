import { checkFields, uuid } from '#domain/forms/validation.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, type CommandCall, PER_MINUTE } from '#server/command.ts'
import { type LockedHandOver, lockHandOver } from '../finish-hand-over.ts'
import { lockVisit } from './visit.ts'
import { createVisitCode } from './visit-codes.ts'

/** Replaces the buyer's code of a visit, because another person may have seen it. A lock after wrong tries stays. */
export const renewCode: Command<'renew-code'> = {
  name: 'renew-code',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['hand_over_id'],
  check: (raw) => checkFields(raw, { hand_over_id: uuid('Hand-over') }),
  async run(call) {
    const own = await lockOwnHandOver(call, call.input.hand_over_id)
    if (isRefusal(own)) return own
    await createVisitCode(call.tx, call.context.codes, { handOverId: call.input.hand_over_id, nominee: null })
    return { hand_over_id: call.input.hand_over_id }
  },
}

/** Locks and returns an open hand-over of the caller's own order. */
export async function lockOwnHandOver(
  { tx, caller }: Pick<CommandCall<unknown>, 'tx' | 'caller'>,
  id: string,
): Promise<LockedHandOver | Refusal> {
  await lockVisit(tx, id)
  const open = await lockHandOver(tx, id)
  if (!open || open.user_id !== caller.userId) return refuse('not_found')
  if (open.status !== 'open') return refuse('handed_over_already')
  return open
}
