import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A vendor honours a buy short of its minimum, within 12 hours of the due time: the job settles it, at no more than any
 * buyer was promised (semantics.md 5).
 */
export const honourGroupBuy: Command<'honour-group-buy'> = {
  name: 'honour-group-buy',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id'],
  check: (raw) => checkFields(raw, { group_buy_id: uuid('Group buy') }),
  async run({ input, caller, tx }) {
    await tx.query('select from public.group_buys where id = $1 for no key update', [input.group_buy_id])
    const { rows } = await tx.query<{ is_short: boolean; in_time: boolean; paid_participants: number }>(
      `select g.status = 'settling' and g.honoured_at is null and g.paid_participants between 1 and g.min_participants - 1 as is_short,
         clock_timestamp() < g.payment_due_at + interval '12 hours' as in_time, g.paid_participants
       from public.group_buys g join public.vendors v on v.id = g.vendor_id join public.profiles p on p.id = v.owner_id
       where g.id = $1 and v.owner_id = $2 and p.role = 'vendor' and g.payment_due_at is not null`,
      [input.group_buy_id, caller.userId],
    )
    const buy = rows[0]
    if (!buy) return refuse('buy_not_found')
    if (!buy.is_short || !buy.in_time) return refuse('move_not_allowed')
    await tx.query('update public.group_buys set honoured_at = clock_timestamp() where id = $1', [input.group_buy_id])
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'group-buy.honour',
      subject: { type: 'group_buy', id: input.group_buy_id },
      after: { paid_participants: buy.paid_participants },
    })
    return { group_buy_id: input.group_buy_id }
  },
}
