import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A vendor brings a part of the last pack, which the buyers did not fill: the job then settles the buy, and everybody
 * gets what they want. Without an answer within 12 hours, the last pack is not brought (decision 0140).
 */
export const confirmPartPack: Command<'confirm-part-pack'> = {
  name: 'confirm-part-pack',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id'],
  check: (raw) => checkFields(raw, { group_buy_id: uuid('Group buy') }),
  async run({ input, caller, tx }) {
    await tx.query('select from public.group_buys where id = $1 for no key update', [input.group_buy_id])
    const { rows } = await tx.query<{ is_requested: boolean | null; paid_quantity: number; pack_size: number | null }>(
      `select g.status = 'settling' and g.final_price is null and g.part_pack_confirmed_at is null and g.part_pack_until > clock_timestamp() as is_requested,
         g.paid_quantity, g.pack_size
       from public.group_buys g join public.vendors v on v.id = g.vendor_id join public.profiles p on p.id = v.owner_id
       where g.id = $1 and v.owner_id = $2 and p.role = 'vendor'`,
      [input.group_buy_id, caller.userId],
    )
    const buy = rows[0]
    if (!buy) return refuse('buy_not_found')
    if (!buy.is_requested) return refuse('move_not_allowed')
    await tx.query('update public.group_buys set part_pack_confirmed_at = clock_timestamp() where id = $1', [
      input.group_buy_id,
    ])
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'group-buy.confirm-part-pack',
      subject: { type: 'group_buy', id: input.group_buy_id },
      after: { paid_quantity: buy.paid_quantity, pack_size: buy.pack_size },
    })
    return { group_buy_id: input.group_buy_id }
  },
}
