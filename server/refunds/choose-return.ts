import { checkFields, oneOf, optional, uuid } from '#domain/forms/validation.ts'
import type { ReturnTo } from '#domain/payments/refunds/returning.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/**
 * Sets where a buyer's price difference is refunded to; it may change until the buy settles (semantics.md 2).
 * Settlement reads the choice under the order's lock, so the response is always true.
 */
export const chooseReturn: Command<'choose-return'> = {
  name: 'choose-return',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['order_id', 'return_to'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      return_to: optional(oneOf<ReturnTo>({ label: 'way back', among: ['peps', 'source'] })),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ status: string; from_a_buy: boolean }>(
      `select status, group_buy_id is not null as from_a_buy from public.orders where id = $1 and user_id = $2 for no key update`,
      [input.order_id, caller.userId],
    )
    const order = rows[0]
    if (!order) return refuse('order_not_found')
    if (!order.from_a_buy || !['pending', 'paid'].includes(order.status)) {
      return refuse('move_not_allowed', { message: 'The price is final, so what comes back is on its way already.' })
    }
    await tx.query('update public.orders set return_to = $2 where id = $1', [input.order_id, input.return_to])
    return { order_id: input.order_id, return_to: input.return_to }
  },
}
