import { checkFields, uuid } from '#domain/forms/validation.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Takes a person off a waiting list. Their offer goes to the next at once. Idempotent. */
export const leaveWaitingList: Command<'leave-waiting-list'> = {
  name: 'leave-waiting-list',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id'],
  check: (raw) => checkFields(raw, { group_buy_id: uuid('Group buy') }),
  async run({ input, caller, tx }) {
    // Lock order: the buy, then its line.
    await tx.query('select from public.group_buys where id = $1 for no key update', [input.group_buy_id])
    const { rowCount } = await tx.query(
      `update public.buy_waits set status = 'left', ended_at = clock_timestamp() where group_buy_id = $1 and person_id = $2 and is_open`,
      [input.group_buy_id, caller.userId],
    )
    if (rowCount) await tx.query('select public.offer_places($1)', [input.group_buy_id])
    return { left: rowCount === 1 }
  },
}
