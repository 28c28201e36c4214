import { checkFields, flag, optional, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** Shop staff mark a line, or all of an order, as packed. The mark can be undone until the order is ready. */
export const packOrder: Command<'pack-order'> = {
  name: 'pack-order',
  who: 'signed-in',
  limit: { tries: 240, ...PER_MINUTE },
  fields: ['order_id', 'line_id', 'packed'],
  check: (raw) => checkFields(raw, { order_id: uuid('Order'), line_id: optional(uuid('Line')), packed: flag() }),
  async run({ input, caller, tx }) {
    // The lock serialises this with mark-ready, cancel-order and reduce-order.
    const { rows } = await tx.query<{ order_no: number; status: string; from_a_buy: boolean }>(
      `select order_no::integer, status, group_buy_id is not null as from_a_buy from public.orders
       where id = $1 and is_paid and rights.packs_for($2, vendor_id) for no key update`,
      [input.order_id, caller.userId],
    )
    const order = rows[0]
    if (!order) return refuse('order_not_found')
    if (order.status !== (order.from_a_buy ? 'confirmed' : 'paid')) {
      return refuse('move_not_allowed', {
        message:
          order.status === 'paid'
            ? 'The price of this group buy is not final yet. Pack once it is confirmed.'
            : 'This order is ready already, so what was packed stays packed.',
      })
    }
    const { rows: changed } = await tx.query<{ product_name: string }>(
      `update public.order_lines set packed_at = case when $3 then clock_timestamp() end
       where order_id = $1 and ($2::uuid is null or id = $2) and (packed_at is null) = $3 returning product_name`,
      [input.order_id, input.line_id, input.packed],
    )
    const { rows: lines } = await tx.query<{ lines: number; packed: number; is_there: boolean }>(
      `select count(*)::integer as lines, count(packed_at)::integer as packed, coalesce(bool_or(id = $2), false) as is_there
       from public.order_lines where order_id = $1`,
      [input.order_id, input.line_id],
    )
    const now = lines[0]
    if (!now || (input.line_id !== null && !now.is_there)) return refuse('order_not_found')
    // A repeated tick changes nothing and is not logged.
    if (changed.length > 0) {
      await recordAct(tx, {
        actorId: caller.userId,
        action: 'order.pack',
        subject: { type: 'order', id: input.order_id },
        after: {
          order_no: order.order_no,
          packed: input.packed,
          products: changed.map(({ product_name }) => product_name).join(', '),
        },
      })
    }
    return { order_id: input.order_id, packed_lines: now.packed, lines: now.lines }
  },
}
