import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { cancelTakeOver, lockGift } from './lock-gift.ts'

/** The person to whom a share is offered does not want it, also after accepting, until they pay. Idempotent. */
export const declineShare: Command<'decline-share'> = {
  name: 'decline-share',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['gift_id'],
  check: (raw) => checkFields(raw, { gift_id: uuid('Share') }),
  async run({ input, caller, tx }) {
    const gift = await lockGift(tx, { giftId: input.gift_id, personId: caller.userId ?? '' })
    if (!gift) return refuse('gift_not_found')
    if (gift.receiver_id === caller.userId && !gift.is_open) return { declined: false }
    if (!gift.is_open) return refuse('gift_over')
    if (!gift.is_for_caller) return refuse('gift_for_other')
    if (gift.is_being_paid) return refuse('being_paid')
    await cancelTakeOver(tx, gift.order_id)
    const { rows } = await tx.query<{ to_waiting_list: boolean }>(
      'select to_waiting_list from public.share_gifts where id = $1 and is_open',
      [gift.id],
    )
    if (rows[0]?.to_waiting_list) await tx.query('select public.pass_gift_on($1)', [gift.id])
    else
      await tx.query(
        `update public.share_gifts set status = 'declined', ended_at = clock_timestamp() where id = $1 and is_open`,
        [gift.id],
      )
    return { declined: true }
  },
}
