import type pg from 'pg'
import { checkFields, optional, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { refusePaidOut, refuseShopRefund, type ShopRefundFacts } from '#domain/payments/refunds/shop-refund.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { confirmRefund } from './confirm-refund.ts'
import { lockForRefund, refundGoods, refundOutput } from './refund-goods.ts'

/**
 * A shop gives back part of one of its orders at its own cost, from money that was not paid out yet (docs/decisions/0107).
 * It returns to the buyer the way it was paid.
 */
export const giveBackPart: Command<'give-back-part'> = {
  name: 'give-back-part',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['order_id', 'goods_kobo', 'reason', 'expected_kobo'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      goods_kobo: wholeNumber({ label: 'Goods', min: 1, max: 99_999_999_999_999 }),
      reason: text({ label: 'Reason', min: 5, max: 300, lines: true }),
      expected_kobo: optional(wholeNumber({ label: 'What comes back', min: 0, max: 99_999_999_999_999 })),
    }),
  async run({ input, caller, tx, context }) {
    const goodsKobo = BigInt(input.goods_kobo)
    // Locks nothing of other shops.
    if (!(await readOrder(tx, input.order_id, caller.userId))) return refuse('order_not_found')
    await lockForRefund(tx, input.order_id)
    const order = await readOrder(tx, input.order_id, caller.userId)
    if (!order) return refuse('order_not_found')
    const refusal =
      refuseShopRefund(order, goodsKobo) ??
      (await confirmRefund(tx, {
        orderId: input.order_id,
        goodsKobo,
        payer: 'vendor',
        leftKobo: order.leftKobo,
        expectedKobo: input.expected_kobo ?? null,
        fault: (part) => refusePaidOut(part, order.availableKobo),
      }))
    if (refusal) return refusal
    await tx.query(`select public.caused_by('vendor')`)
    // recordAct() is called in refund-goods.ts.
    const refund = await refundGoods(tx, {
      orderId: input.order_id,
      goodsKobo,
      payer: 'vendor',
      reason: input.reason,
      by: caller.userId,
      siteUrl: context.siteUrl,
    })
    return isRefusal(refund) ? refund : refundOutput(refund)
  },
}

interface ShopOrderFacts extends ShopRefundFacts {
  /** The shop's balance without what is in dispute. */
  availableKobo: bigint
}

async function readOrder(
  tx: pg.PoolClient,
  orderId: string,
  ownerId: string | null,
): Promise<ShopOrderFacts | undefined> {
  const { rows } = await tx.query<ShopOrderFacts>(
    `select case when o.group_buy_id is null then o.is_paid else o.is_paid and o.settled_at is not null end as "isFinal",
       public.has_undecided_claim(o.id) as "hasUndecidedClaim", public.has_open_dispute(o.id) as "isDisputed", coalesce(t.held_at is not null, false) as "arePayoutsHeld",
       o.completed_at as "completedAt", (o.total_amount * 100)::bigint - o.returned_goods_kobo as "leftKobo", public.reserved_kobo(o.id) as "reservedKobo",
       (coalesce(ledger.balance_kobo('vendor', v.id), 0) - ledger.disputed_kobo(v.id))::bigint as "availableKobo", clock_timestamp() as now
     from public.orders o join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
     left join public.payout_terms t on t.vendor_id = v.id
     where o.id = $1 and v.owner_id = $2 and v.status in ('active', 'suspended')`,
    [orderId, ownerId],
  )
  return rows[0]
}
