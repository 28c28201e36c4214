import type pg from 'pg'
import type { OrderRow } from '#api/commands/orders.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { decideCancel } from '#domain/orders/cancelling.ts'
import type { ReturnTo } from '#domain/payments/refunds/returning.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { type RefundOrderRow, refundableKobo, refundOrders } from '#server/refunds/refund-orders.ts'

/**
 * A buyer cancels an order from the cart. Its goods are back in stock in the same transaction. The payment is refunded
 * in full, as PEPS or to its source.
 */
export const cancelOrder: Command<'cancel-order'> = {
  name: 'cancel-order',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'return_to'],
  check: (raw) => checkFields(raw, { order_id: uuid('Order'), return_to: parseReturnTo }),
  async run({ input, caller, tx, context }) {
    // Lock order: the checkout, then its orders, as in the scheduled jobs.
    await tx.query(
      `select public.caused_by('buyer'), (select id from public.checkouts
         where id = (select checkout_id from public.orders where id = $1 and user_id = $2) for update)`,
      [input.order_id, caller.userId],
    )
    await tx.query('select from public.orders where id = $1 and user_id = $2 for update', [
      input.order_id,
      caller.userId,
    ])
    const order = await readOrder(tx, { orderId: input.order_id, userId: caller.userId ?? '' })
    if (!order) return refuse('order_not_found')
    const decision = decideCancel({ ...order, lines: order.lines ?? [] }, order.now)
    if (isRefusal(decision)) return decision
    if (decision.to === 'refunding') {
      await refundOrders(tx, [order], {
        amountKobo: refundableKobo,
        to: input.return_to ?? order.return_to ?? 'source',
        reason: 'order_cancelled',
        siteUrl: context.siteUrl,
      })
    } else await cancelUnpaid(tx, order)
    const refundKobo = decision.to === 'refunding' ? refundableKobo(order) : 0n
    const facts = { orderId: order.id, what: order.what ?? '', orderNo: order.order_no, refundKobo }
    const recipient = { to: order.email, person: order.user_id, siteUrl: context.siteUrl }
    await queueSystemMail(tx, 'order-cancelled', { ...recipient, facts })
    const { rows } = await tx.query<{ order: OrderRow }>(
      'select to_jsonb(o) as order from public.orders o where id = $1',
      [order.id],
    )
    return rows[0] ?? refuse('order_not_found')
  },
}

function parseReturnTo(raw: unknown) {
  const value = raw ?? null
  if (value === null || value === 'peps' || value === 'source') return { value: value as ReturnTo | null }
  return { error: 'The money comes back as PEPS or to the source.' }
}

interface CancellableOrder extends RefundOrderRow {
  status: string
  isBeingPaid: boolean
  lines: { shareDate: string | null; isPacked: boolean }[] | null
  checkout_id: string | null
  return_to: ReturnTo | null
  order_no: number
  email: string | null
  what: string | null
  now: Date
}

/** Read under the order's lock. */
async function readOrder(
  tx: pg.ClientBase,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<CancellableOrder | null> {
  const { rows } = await tx.query<CancellableOrder>(
    `select o.id, o.user_id, o.status, o.charged_kobo, o.peps_kobo, o.returned_kobo, o.payment_id, o.checkout_id, o.return_to, o.order_no::integer,
       rights.email_of(o.user_id) as email, clock_timestamp() as now, public.is_being_paid(o.id) as "isBeingPaid",
       (select jsonb_agg(jsonb_build_object('shareDate', share_date, 'isPacked', packed_at is not null)) from public.order_lines where order_id = o.id) as lines,
       (select string_agg(product_name, ', ' order by product_name) from public.order_lines where order_id = o.id) as what
     from public.orders o where o.id = $1 and o.user_id = $2 and o.group_buy_id is null`,
    [orderId, userId],
  )
  return rows[0] ?? null
}

async function cancelUnpaid(tx: pg.ClientBase, { id, checkout_id }: CancellableOrder): Promise<void> {
  await tx.query(
    `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = now(), end_reason = 'cancelled by the buyer' where id = $1`,
    [id],
  )
  // Without pending orders, the checkout is paid or cancelled.
  await tx.query(
    `update public.checkouts c set status = case when exists (select from public.orders o where o.checkout_id = c.id and o.is_paid) then 'paid' else 'cancelled' end
     where c.id = $1 and c.status = 'open' and not exists (select from public.orders o where o.checkout_id = c.id and o.status = 'pending')`,
    [checkout_id],
  )
}
