import type pg from 'pg'
import type { OrderRow } from '#api/commands.ts'
import { decideLeave, type Leave } from '#domain/group-buys/leaving.ts'
import { nairaToKobo } from '#domain/money.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkFields, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { type GivenBack, giveBack, leftKobo } from '../payments/give-back.ts'

/**
 * A buyer takes an order back. Its places are free again in the same transaction. What was paid comes back in whole while leaving is
 * free; later a stated part of the goods goes to the vendor, and the seat counts on for everybody's price.
 */
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
        `select o.id, o.user_id, o.status, o.paid_at, o.quantity, o.charged_kobo, o.peps_kobo, o.returned_kobo, o.payment_id, o.return_to, o.vendor_id, o.unit_price, o.ceiling_unit_price, o.goods_back_kobo,
           o.order_no::integer, rights.email_of(o.user_id) as email, g.id as buy_id, g.product_name, g.end_date, g.payment_due_at, g.extended_at, g.late_leave_charge_bps, clock_timestamp() as now, public.is_being_paid(o.id) as is_being_paid
         from public.orders o join public.group_buys g on g.id = o.group_buy_id
         where o.id = $1 and o.user_id = $2 and o.ceiling_unit_price is not null and o.unit_price is not null and g.payment_due_at is not null for update of o`,
        [input.order_id, caller.userId],
      ),
    ])
    const order = rows[0]
    if (!order) return refuse('order_not_found')
    const isSettled = order.status === 'confirmed'
    const unitKobo = nairaToKobo(isSettled ? order.unit_price : order.ceiling_unit_price)
    const chargedGoodsKobo = unitKobo * BigInt(order.quantity) - order.goods_back_kobo
    const decision = decideLeave(
      {
        status: order.status,
        paidAt: order.paid_at,
        chargedGoodsKobo,
        chargedKobo: leftKobo(order),
        isBeingPaid: order.is_being_paid,
        buy: { endDate: order.end_date, paymentDueAt: order.payment_due_at, extendedAt: order.extended_at },
      },
      { now: order.now, lateChargeBasisPoints: order.late_leave_charge_bps },
    )
    if (isRefusal(decision)) return decision
    if (decision.to === 'refunding') await leavePaid(tx, order, { ...decision, siteUrl: shop.siteUrl })
    else {
      await tx.query(
        `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = now(), end_reason = 'left by the buyer' where id = $1`,
        [input.order_id],
      )
    }
    const [{ rows: left }] = await Promise.all([
      tx.query<{ order: OrderRow }>('select to_jsonb(o) as order from public.orders o where id = $1', [input.order_id]),
      queueSystemMail(tx, 'left-buy', {
        to: order.email,
        person: order.user_id,
        facts: {
          ...{ orderId: order.id, buyId: order.buy_id, product: order.product_name, orderNo: order.order_no },
          ...{ refundKobo: decision.refundKobo, chargeKobo: decision.chargeKobo },
        },
        siteUrl: shop.siteUrl,
      }),
    ])
    return left[0] ? { order: left[0].order } : refuse('order_not_found')
  },
}

/** Gives back what was paid, less the charge of a late leave. */
async function leavePaid(
  tx: pg.PoolClient,
  order: Leaving,
  { refundKobo, chargeKobo, free, siteUrl }: LeavePaid,
): Promise<void> {
  await giveBack(tx, [order], {
    amountKobo: () => refundKobo,
    to: order.return_to === 'peps' ? 'peps' : 'source',
    reason: 'left',
    siteUrl,
    more: ({ id }) => [
      { kind: 'late_leave_charge', debitOwner: id, creditOwner: order.vendor_id, amountKobo: chargeKobo },
    ],
  })
  if (free) return
  await tx.query(
    `update public.group_buys g set left_late = left_late + 1 where id = $1
       and not exists (select from public.orders o where o.group_buy_id = g.id and o.user_id = $2 and o.is_paid)`,
    [order.buy_id, order.user_id],
  )
}

type LeavePaid = Leave & { siteUrl: string }

interface Leaving extends GivenBack {
  status: string
  vendor_id: string
  unit_price: string
  return_to: string | null
  paid_at: Date | null
  order_no: number
  email: string | null
  buy_id: string
  product_name: string
  quantity: number
  ceiling_unit_price: string
  goods_back_kobo: bigint
  end_date: Date
  payment_due_at: Date
  extended_at: Date | null
  late_leave_charge_bps: number
  now: Date
  is_being_paid: boolean
}
