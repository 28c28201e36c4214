import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockShopChange, loggedRequest } from './read-shop-change.ts'

/** The vendor withdraws an undecided change request. */
export const withdrawShopChange: Command<'withdraw-shop-change'> = {
  name: 'withdraw-shop-change',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['shop_change_id'],
  check: (raw) => checkFields(raw, { shop_change_id: uuid('Request') }),
  async run({ input, caller, tx }) {
    const change = await lockShopChange(tx, { id: input.shop_change_id, personId: caller.userId })
    if (change?.owner_id !== caller.userId) return refuse('not_found')
    if (change.status !== 'open') return refuse('already_done', { message: 'This request is not open any more.' })
    await tx.query(
      `update public.shop_changes set status = 'withdrawn', decided_at = clock_timestamp() where id = $1`,
      [change.id],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'shop.withdraw-change',
      subject: { type: 'vendor', id: change.vendor_id },
      before: loggedRequest(change),
    })
    return { shop_change_id: change.id }
  },
}
