import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { checkFields, uuid } from '#domain/validation.ts'
import { type Call, type Command, PER_MINUTE } from '../command.ts'
import { makeCode } from './codes.ts'
import { type Locked, lockHandOver } from './finish-hand-over.ts'

/** Somebody may have seen the code: a new one ends it. A lock at the scanner stays. */
export const renewCode: Command<'renew-code'> = {
  name: 'renew-code',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['hand_over_id'],
  check: (raw) => checkFields(raw, { hand_over_id: uuid('Hand-over') }),
  async run(call) {
    const own = await ownOpen(call, call.input.hand_over_id)
    if (isRefusal(own)) return own
    await makeCode(call.tx, call.shop.codes, { handOverId: call.input.hand_over_id, nominee: null })
    return { hand_over_id: call.input.hand_over_id }
  },
}

/** An open hand-over of the caller's own order, under its lock. */
export async function ownOpen(
  { tx, caller }: Pick<Call<unknown>, 'tx' | 'caller'>,
  id: string,
): Promise<Locked | Refusal> {
  const open = await lockHandOver(tx, id)
  if (!open || open.user_id !== caller.userId) return refuse('not_found')
  if (open.status !== 'open') return refuse('handed_over_already')
  return open
}
