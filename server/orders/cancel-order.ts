import type { OrderRow } from '#api/commands.ts'
import { refuse } from '#domain/refusal.ts'
import { checkFields, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'

/** A buyer takes back an order from the cart that is not paid; its goods are on the shelf again in the same transaction. */
export const cancelOrder: Command<'cancel-order'> = {
  name: 'cancel-order',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id'],
  check: (raw) => checkFields(raw, { order_id: uuid('Order') }),
  async run({ input, caller, tx }) {
    // Lock order: the checkout first, its orders next, as the clock does.
    const [, { rows }] = await Promise.all([
      tx.query(
        `select public.caused_by('buyer'), (select id from public.checkouts
           where id = (select checkout_id from public.orders where id = $1 and user_id = $2) for update)`,
        [input.order_id, caller.userId],
      ),
      tx.query<{ status: string }>(
        'select status from public.orders where id = $1 and user_id = $2 and group_buy_id is null for update',
        [input.order_id, caller.userId],
      ),
    ])
    if (!rows[0]) return refuse('order_not_found')
    if (rows[0].status !== 'pending') return refuse('cancelling_closed')
    const { rows: cancelled } = await tx.query<{ order: OrderRow }>(
      `update public.orders as o set status = 'cancelled', amount_due_kobo = 0, ended_at = now(), end_reason = 'cancelled by the buyer'
       where id = $1 returning to_jsonb(o) as order`,
      [input.order_id],
    )
    const order = cancelled[0]?.order
    if (!order) return refuse('order_not_found')
    await tx.query(
      `update public.checkouts c set status = 'cancelled' where c.id = $1 and c.status = 'open'
         and not exists (select from public.orders o where o.checkout_id = c.id and o.status = 'pending')`,
      [order.checkout_id],
    )
    return { order }
  },
}
