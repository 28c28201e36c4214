import type { JoinResult } from '#api/commands/group-buys.ts'
import { uuidText } from '#domain/forms/validation.ts'
import { isRefusal } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { joinBatch, joinSingle, NO_BUY_ID } from './join-batch.ts'

/** Joins a group buy. Also behind `POST /rest/v1/orders`. */
export const joinGroupBuy: Command<'join-group-buy'> = {
  name: 'join-group-buy',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['group_buy_id', 'quantity', 'up_to', 'own_quantity'],
  // The rule itself refuses malformed ids and quantities, with its own texts.
  check: (raw) => ({
    ok: true,
    value: {
      group_buy_id: uuidText(raw.group_buy_id),
      quantity: typeof raw.quantity === 'number' ? raw.quantity : Number.NaN,
      up_to: raw.up_to === null || raw.up_to === undefined ? null : Number(raw.up_to),
      own_quantity: typeof raw.own_quantity === 'number' ? raw.own_quantity : null,
    },
  }),
  batch: { lockKey: ({ group_buy_id: buyId }) => buyId, run: joinBatch },
  async run({ input, caller, tx, context }) {
    const answer = await joinSingle(tx, {
      input: { ...input, group_buy_id: input.group_buy_id || NO_BUY_ID },
      userId: caller.userId ?? '',
      claims: caller.claims,
      siteUrl: context.siteUrl,
    })
    return isRefusal(answer) ? answer : (JSON.parse(answer) as JoinResult)
  },
}
