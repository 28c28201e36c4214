import type { OrderRow } from '#api/commands.ts'
import { decideLeave } from '#domain/group-buys/leaving.ts'
import { nairaToKobo } from '#domain/money.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkFields, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'

/** A buyer takes a pending order back. The places are free again in the same transaction. */
export const leaveGroupBuy: Command<'leave-group-buy'> = {
  name: 'leave-group-buy',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id'],
  check: (raw) => checkFields(raw, { order_id: uuid('Order') }),
  async run({ input, caller, tx, shop }) {
    // Lock order: the buy's row first, the order's next, as everywhere.
    const [, { rows }] = await Promise.all([
      tx.query(
        `select public.caused_by('buyer'), (select id from public.group_buys where id = (select group_buy_id from public.orders where id = $1) for no key update)`,
        [input.order_id],
      ),
      tx.query<Leaving>(
        `select o.status, o.paid_at, o.quantity, o.ceiling_unit_price, o.fee_kobo, o.delivery_fee_kobo,
           o.order_no::integer, rights.email_of(o.user_id) as email, g.id as buy_id, g.product_name, g.end_date, g.payment_due_at, g.extended_at, g.late_leave_charge_bps, clock_timestamp() as now
         from public.orders o join public.group_buys g on g.id = o.group_buy_id
         where o.id = $1 and o.user_id = $2 and o.ceiling_unit_price is not null and g.payment_due_at is not null for update of o`,
        [input.order_id, caller.userId],
      ),
    ])
    const order = rows[0]
    if (!order) return refuse('order_not_found')
    const chargedGoodsKobo = nairaToKobo(order.ceiling_unit_price) * BigInt(order.quantity)
    const decision = decideLeave(
      {
        status: order.status,
        paidAt: order.paid_at,
        chargedGoodsKobo,
        chargedKobo: chargedGoodsKobo + order.fee_kobo + order.delivery_fee_kobo,
        buy: { endDate: order.end_date, paymentDueAt: order.payment_due_at, extendedAt: order.extended_at },
      },
      { now: order.now, lateChargeBasisPoints: order.late_leave_charge_bps },
    )
    if (isRefusal(decision)) return decision
    // A paid order leaves through its refund, which the payments part owns; here only what was not paid is taken back.
    if (decision.to !== 'cancelled') return refuse('leaving_closed')

    const [{ rows: left }] = await Promise.all([
      tx.query<{ order: OrderRow }>(
        `update public.orders as o set status = 'cancelled', amount_due_kobo = 0, ended_at = now(), end_reason = 'left by the buyer'
         where id = $1 returning to_jsonb(o) as order`,
        [input.order_id],
      ),
      queueSystemMail(tx, 'left-buy', {
        to: order.email,
        facts: { buyId: order.buy_id, product: order.product_name, orderNo: order.order_no },
        siteUrl: shop.siteUrl,
      }),
    ])
    return left[0] ? { order: left[0].order } : refuse('order_not_found')
  },
}

interface Leaving {
  status: string
  paid_at: Date | null
  order_no: number
  email: string | null
  buy_id: string
  product_name: string
  quantity: number
  ceiling_unit_price: string
  fee_kobo: bigint
  delivery_fee_kobo: bigint
  end_date: Date
  payment_due_at: Date
  extended_at: Date | null
  late_leave_charge_bps: number
  now: Date
}
