import { UNCOLLECTED_PREFERENCES } from '#domain/hand-overs/uncollected.ts'
import { refuse } from '#domain/refusal.ts'
import { checkFields, oneOf, optional, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
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
  fields: ['order_id', 'wish'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      wish: optional(oneOf({ label: 'way', among: UNCOLLECTED_PREFERENCES })),
    }),
  async run({ input, caller, tx }) {
    const personId = caller.userId ?? ''
    const found = await lockUncollected(tx, { orderId: input.order_id, personId })
    if (found?.user_id !== personId) return refuse('order_not_found')
    if (found.closed_at) return refuse('decided_already')
    await tx.query(
      'update public.uncollected set wish = $2, wished_at = case when $2::text is not null then clock_timestamp() end where order_id = $1',
      [input.order_id, input.wish],
    )
    return { order_id: input.order_id, wish: input.wish }
  },
}
