import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { cancelTakeOver, lockGift } from './lock-gift.ts'

/** The giver keeps the share after all, unless somebody is paying for it. Idempotent. */
export const withdrawShare: Command<'withdraw-share'> = {
  name: 'withdraw-share',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['gift_id'],
  check: (raw) => checkFields(raw, { gift_id: uuid('Share') }),
  async run({ input, caller, tx }) {
    const gift = await lockGift(tx, { giftId: input.gift_id, personId: caller.userId ?? '' })
    if (gift?.giver_id !== caller.userId || !gift) return refuse('gift_not_found')
    if (gift.status === 'taken') return refuse('gift_over')
    if (!gift.is_open) return { withdrawn: false }
    if (gift.is_being_paid) return refuse('share_being_paid')
    // First the gift: an order that ends puts a share on offer that is still given.
    await tx.query(`update public.share_gifts set status = 'withdrawn', ended_at = clock_timestamp() where id = $1`, [
      gift.id,
    ])
    await cancelTakeOver(tx, gift.order_id)
    return { withdrawn: true }
  },
}
