import type pg from 'pg'
import type { OrderRow } from '#api/commands/orders.ts'
import { checkFields, optional, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { decideLeave, type Leave } from '#domain/group-buys/participants/leaving.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import { costOfLeaving, maxPromiseCostKobo } from '#domain/payments/settling/late-leaves.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { type RefundOrderRow, refundableKobo, refundOrders } from '#server/refunds/refund-orders.ts'
import { type BuyerPromise, readLateLeavers, readPromises } from './read-leavers.ts'

/**
 * A buyer leaves a buy. The order's places are free again in the same transaction. The payment is refunded in full
 * while leaving is free; later a stated share of the goods price goes to the vendor, or the cost of the price promises
 * to other buyers if that is higher.
 */
export const leaveGroupBuy: Command<'leave-group-buy'> = {
  name: 'leave-group-buy',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'most_charge_kobo'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      most_charge_kobo: optional(wholeNumber({ label: 'Charge', min: 0, max: Number.MAX_SAFE_INTEGER })),
    }),
  async run({ input, caller, tx, context }) {
    // Lock order: the buy, then the order.
    const [, { rows }] = await Promise.all([
      tx.query(
        `select public.caused_by('buyer'), (select id from public.group_buys where id = (select group_buy_id from public.orders where id = $1) for no key update)`,
        [input.order_id],
      ),
      tx.query<LeavingOrder>(
        `select o.id, o.user_id, o.status, o.paid_at, o.takes_over_order_id is not null as takes_over,
           exists (select from public.orders t where t.takes_over_order_id = o.id and t.status = 'pending' and public.is_being_paid(t.id)) as is_being_taken, o.quantity, o.charged_kobo, o.peps_kobo, o.returned_kobo, o.payment_id, o.return_to, o.ceiling_unit_price, o.returned_goods_kobo,
           o.order_no::integer, rights.email_of(o.user_id) as email, g.id as buy_id, g.product_name, g.end_date, g.payment_due_at, g.extended_at, g.top_up_at, g.late_leave_charge_bps, clock_timestamp() as now, public.is_being_paid(o.id) as is_being_paid,
           g.base_price, g.price_tiers, g.min_participants, coalesce(public.locked_participants(g.id, g.end_date, g.extended_at, g.paid_participants), 0) as locked,
           exists (select from public.orders e where e.group_buy_id = g.id and e.user_id = o.user_id and e.id <> o.id and e.is_paid) as has_other,
           r.id as price_rise_id
         from public.orders o join public.group_buys g on g.id = o.group_buy_id
         left join public.price_rises r on r.group_buy_id = g.id and r.status = 'open' and (r.ends_at > clock_timestamp()
           or not exists (select from public.price_answers a where a.order_id = o.id and a.price_rise_id = r.id))
         where o.id = $1 and o.user_id = $2 and o.ceiling_unit_price is not null and o.unit_price is not null and g.payment_due_at is not null for update of o`,
        [input.order_id, caller.userId],
      ),
    ])
    const order = rows[0]
    if (!order) return refuse('order_not_found')
    if (order.is_being_taken) return refuse('share_being_paid')
    const promises = await readPromises(tx, order.buy_id)
    const others = promises.filter(({ personId }) => personId !== caller.userId)
    const decision = decideLeave(
      {
        status: order.status,
        paidAt: order.paid_at,
        takesOver: order.takes_over,
        chargedGoodsKobo: orderGoodsKobo(order),
        chargedKobo: refundableKobo(order),
        isBeingPaid: order.is_being_paid,
        buy: {
          endDate: order.end_date,
          paymentDueAt: order.payment_due_at,
          extendedAt: order.extended_at,
          topUpAt: order.top_up_at,
        },
      },
      {
        now: order.now,
        termsChanged: order.price_rise_id !== null,
        lateChargeBasisPoints: order.late_leave_charge_bps,
        // A buyer with another paid order in the buy still counts as a participant.
        promisesKobo: order.has_other ? 0n : maxPromiseCostKobo({ ...priceTerms(order), promises: others }),
        shownChargeKobo: typeof input.most_charge_kobo === 'number' ? BigInt(input.most_charge_kobo) : null,
      },
    )
    if (isRefusal(decision)) return decision
    if (decision.to === 'cancelled') await cancelUnpaid(tx, order)
    else if (decision.free) await leaveFree(tx, order, { ...decision, siteUrl: context.siteUrl })
    else if (await isCovered(tx, order, { decision, promises: others })) await leaveLate(tx, order, decision)
    else return refuse('leaving_uncovered')
    if (order.price_rise_id) await answerNo(tx, order)
    const [{ rows: left }] = await Promise.all([
      tx.query<{ order: OrderRow }>('select to_jsonb(o) as order from public.orders o where id = $1', [input.order_id]),
      queueSystemMail(tx, 'left-buy', {
        to: order.email,
        person: order.user_id,
        facts: {
          orderId: order.id,
          buyId: order.buy_id,
          product: order.product_name,
          orderNo: order.order_no,
          refundKobo: decision.refundKobo,
          leastRefundKobo: decision.leastRefundKobo,
          chargeKobo: decision.chargeKobo,
          finalBy: decision.free ? null : order.payment_due_at,
        },
        siteUrl: context.siteUrl,
      }),
    ])
    return left[0] ? { order: left[0].order } : refuse('order_not_found')
  },
}

/** Leaving while the shop asks for a higher price is an answer, also after a yes. */
const answerNo = (tx: pg.PoolClient, { id, user_id, price_rise_id }: LeavingOrder) =>
  tx.query(
    `insert into public.price_answers (order_id, price_rise_id, person_id, answer) values ($1, $2, $3, 'leave')
     on conflict (order_id, price_rise_id) do update set answer = 'leave', answered_at = clock_timestamp()`,
    [id, price_rise_id, user_id],
  )

const cancelUnpaid = (tx: pg.PoolClient, { id }: LeavingOrder) =>
  tx.query(
    `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = now(), end_reason = 'left by the buyer' where id = $1`,
    [id],
  )

const leaveFree = (tx: pg.PoolClient, order: LeavingOrder, { refundKobo, siteUrl }: Leave & { siteUrl: string }) =>
  refundOrders(tx, [order], {
    amountKobo: () => refundKobo,
    to: order.return_to === 'peps' ? 'peps' : 'source',
    reason: 'left',
    siteUrl,
  })

interface LateLeave {
  decision: Leave
  promises: readonly BuyerPromise[]
}

/** False if the leavers' charges could not cover the price promises to the remaining buyers. */
async function isCovered(tx: pg.PoolClient, order: LeavingOrder, { decision, promises }: LateLeave): Promise<boolean> {
  if (order.has_other) return true
  const { id: orderId, user_id: personId, now: leftAt, buy_id: buyId, locked } = order
  const terms = { ...priceTerms(order), promises }
  const before = costOfLeaving({ ...terms, staying: locked, leavers: await readLateLeavers(tx, { buyId }) })
  const lateLeavers = await readLateLeavers(tx, { buyId, without: orderId })
  const leavers = [
    ...lateLeavers.map((one) => (one.personId === personId ? { ...one, leftAt } : one)),
    { orderId, personId, leftAt, mostKobo: decision.mostChargeKobo, goodsKobo: orderGoodsKobo(order) },
  ]
  return costOfLeaving({ ...terms, staying: locked - 1, leavers }).uncoveredKobo <= before.uncoveredKobo
}

/** No money moves until the final price of the remaining buyers is known (settle-late-leavers.ts). */
async function leaveLate(tx: pg.PoolClient, { id, buy_id, user_id }: LeavingOrder, decision: Leave): Promise<void> {
  await tx.query(
    `update public.orders set status = 'refunding', left_late_at = clock_timestamp(), leave_least_kobo = $2, leave_most_kobo = $3,
       ended_at = clock_timestamp(), end_reason = 'left by the buyer' where id = $1`,
    [id, decision.chargeKobo, decision.mostChargeKobo],
  )
  await tx.query(
    `update public.group_buys g set left_late = left_late + 1 where id = $1
       and not exists (select from public.orders o where o.group_buy_id = g.id and o.user_id = $2 and o.is_paid)`,
    [buy_id, user_id],
  )
}

const orderGoodsKobo = ({ ceiling_unit_price, quantity, returned_goods_kobo }: LeavingOrder): bigint =>
  nairaToKobo(ceiling_unit_price) * BigInt(quantity) - returned_goods_kobo

const priceTerms = (order: LeavingOrder) => ({ ...readPrices(order), minParticipants: order.min_participants })

interface LeavingOrder extends RefundOrderRow {
  status: string
  return_to: string | null
  paid_at: Date | null
  takes_over: boolean
  /** Somebody to whom the buyer gave the share is paying for it. */
  is_being_taken: boolean
  order_no: number
  email: string | null
  buy_id: string
  product_name: string
  quantity: number
  ceiling_unit_price: string
  returned_goods_kobo: bigint
  end_date: Date
  payment_due_at: Date
  extended_at: Date | null
  top_up_at: Date | null
  late_leave_charge_bps: number
  now: Date
  is_being_paid: boolean
  base_price: string
  price_tiers: string
  min_participants: number
  locked: number
  /** The buyer has another paid order in this buy. */
  has_other: boolean
  /** Its shop asks for a higher price; leaving is free meanwhile. */
  price_rise_id: string | null
}
