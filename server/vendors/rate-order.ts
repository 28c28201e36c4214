import { checkFields, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** A buyer rates the shop for an order, once, after its goods are handed over. */
export const rateOrder: Command<'rate-order'> = {
  name: 'rate-order',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'rating', 'comment'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      rating: wholeNumber({ label: 'Stars', min: 1, max: 5 }),
      comment: text({ label: 'Comment', min: 0, max: 1000, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ vendor_id: string; status: string; rated: boolean }>(
      `select vendor_id, status, exists (select from public.reviews where order_id = $1) as rated from public.orders where id = $1 and user_id = $2 for no key update`,
      [input.order_id, caller.userId],
    )
    const [order] = rows
    if (!order) return refuse('order_not_found')
    if (!['collected', 'delivered', 'completed'].includes(order.status)) return refuse('rating_too_early')
    if (order.rated) return refuse('rated_already')
    const made = await tx.query<{ id: string }>(
      'insert into public.reviews (vendor_id, author_id, order_id, rating, comment) values ($1, $2, $3, $4, $5) returning id',
      [order.vendor_id, caller.userId, input.order_id, input.rating, input.comment],
    )
    return { review_id: made.rows[0]?.id ?? '' }
  },
}
