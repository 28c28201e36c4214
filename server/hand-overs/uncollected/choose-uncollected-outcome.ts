import { checkFields, oneOf, optional, uuid } from '#domain/forms/validation.ts'
import { UNCOLLECTED_PREFERENCES } from '#domain/hand-overs/uncollected.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { lockUncollected } from './read-uncollected.ts'

/**
 * Sets the buyer's preferred outcome for uncollected goods: sold for them or given away. It may be changed until it is
 * carried out.
 */
export const chooseUncollectedOutcome: Command<'choose-uncollected-outcome'> = {
  name: 'choose-uncollected-outcome',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'preferred_outcome'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      preferred_outcome: optional(oneOf({ label: 'way', among: UNCOLLECTED_PREFERENCES })),
    }),
  async run({ input, caller, tx }) {
    const personId = caller.userId ?? ''
    const found = await lockUncollected(tx, { orderId: input.order_id, personId })
    if (found?.user_id !== personId) return refuse('order_not_found')
    if (found.closed_at) return refuse('decided_already')
    await tx.query(
      'update public.uncollected set preferred_outcome = $2, preferred_at = case when $2::text is not null then clock_timestamp() end where order_id = $1',
      [input.order_id, input.preferred_outcome],
    )
    return { order_id: input.order_id, preferred_outcome: input.preferred_outcome }
  },
}
