import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import { journal } from '#domain/payments/movements.ts'
import {
  type PartialRefund,
  type Payer,
  partialRefund,
  type RefundableOrder,
} from '#domain/payments/refunds/partial-refund.ts'
import type { ReturnTo } from '#domain/payments/refunds/returning.ts'
import { isRefusal, type Refusal } from '#domain/refusal.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { type PaidLaterRow, paidWith, REFUNDED_KOBO } from '#server/ledger/paid-with.ts'
import { postAll } from '#server/ledger/post.ts'
import { writeRefunds } from '#server/ledger/write-refunds.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { issueCreditNotes } from '#server/receipts/issue-credit-notes.ts'
import { clawBackPartOfReward } from '#server/rewards/credit-rewards.ts'

// Partial refunds of orders at their final price: one by an administrator, or many after a short delivery. The caller
// holds the locks: the buy, the orders by id, then the shop.

/** Reads orders by id, under the caller's locks. */
export async function readRefundableOrders(
  tx: pg.ClientBase,
  orderIds: readonly string[],
): Promise<Map<string, RefundableOrderRow>> {
  const { rows } = await tx.query<RefundableOrderRow>(READ, [orderIds])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Goods of an order that are neither handed over nor refunded. */
export const heldGoodsKobo = (row: RefundableOrderRow): bigint =>
  nairaToKobo(row.total_amount) - row.vendor_earned - row.vendor_fee_earned - row.held_goods_back

interface PartialRefundRequest {
  row: RefundableOrderRow
  goodsKobo: bigint
  /** The hand-over whose goods are refunded; undefined for goods that were not handed over. */
  handOverId?: string | null
}

/** A partial refund that was issued. */
interface IssuedPartialRefund extends PartialRefundRequest {
  part: PartialRefund
  partialRefundId: string
  refundId: string
}

interface PartialRefundOptions {
  payer: Payer
  reason: string
  /** Cause of the credit notes; by default derived from the first refund. */
  cause?: string
  by: string | null
  /** The entered amount (`typed_amounts`); none for computed shares. */
  amountId?: string | null
}

/** Issues all of these refunds or none: ledger, refunds, rewards, credit notes and orders. Sends no notifications. */
export async function issuePartialRefunds(
  tx: pg.PoolClient,
  requests: readonly PartialRefundRequest[],
  options: PartialRefundOptions,
): Promise<IssuedPartialRefund[] | Refusal> {
  const issued: IssuedPartialRefund[] = []
  for (const request of requests) {
    const refundId = crypto.randomUUID()
    const part = planPartialRefund(request, { payer: options.payer, refundId })
    if (isRefusal(part)) return part
    issued.push({ ...request, part, refundId, partialRefundId: crypto.randomUUID() })
  }
  await recordMoney(tx, issued, options)
  await updateOrders(tx, issued)
  const credits = issued.map(({ row, part }) => ({ orderId: row.id, amountKobo: part.returnedKobo }))
  const cause = options.cause ?? `part:${issued[0]?.partialRefundId}`
  await issueCreditNotes(tx, credits, { cause, reason: options.reason })
  return issued
}

/** Computes a partial refund without writing anything. */
export function planPartialRefund(
  { row, goodsKobo, handOverId }: PartialRefundRequest,
  { payer, refundId = crypto.randomUUID() }: { payer: Payer; refundId?: string },
): PartialRefund | Refusal {
  const endsDelivery = !handOverId && row.is_undelivered && goodsKobo >= row.goods_left
  return partialRefund(toRefundableOrder(row), {
    goodsKobo,
    payer,
    refundId,
    vendorBalanceKobo: row.vendor_balance,
    endsDelivery,
  })
}

async function recordMoney(
  tx: pg.PoolClient,
  issued: readonly IssuedPartialRefund[],
  { payer, reason, by, amountId = null }: PartialRefundOptions,
): Promise<void> {
  const refundRequests = issued.map(({ row, part, refundId }) => ({
    refundId,
    orderId: row.id,
    paymentId: row.payment_id,
    amountKobo: part.refundKobo,
  }))
  const splitCredits = await writeRefunds(tx, refundRequests, { reason: 'short_delivery' })
  const journals = issued.map(({ partialRefundId, part }) =>
    splitCredits(journal(`partial-refund:${partialRefundId}`, part.lines)),
  )
  await postAll(tx, journals, reason.slice(0, 300))
  const rewards: bigint[] = []
  for (const { row, partialRefundId, part } of issued) {
    const reward = { orderId: row.id, partialRefundId, amountKobo: part.rewardKobo }
    rewards.push(part.rewardKobo > 0n ? await clawBackPartOfReward(tx, reward) : 0n)
  }
  await tx.query(
    `insert into public.partial_refunds (id, order_id, goods_kobo, fee_kobo, delivery_kobo, earned_goods_kobo, earned_fee_kobo, vendor_kobo, vendor_fee_kobo,
       loss_kobo, reward_kobo, refund_id, hand_over_id, payer, reason, created_by, amount_id)
     select p.*, $14, $15, $16, $17::uuid from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
       $9::bigint[], $10::bigint[], $11::bigint[], $12::uuid[], $13::uuid[]) as p`,
    [
      issued.map(({ partialRefundId }) => partialRefundId),
      issued.map(({ row }) => row.id),
      issued.map(({ goodsKobo }) => goodsKobo),
      issued.map(({ part }) => part.feeKobo),
      issued.map(({ part }) => part.deliveryKobo),
      issued.map(({ part }) => part.earnedGoodsKobo),
      issued.map(({ part }) => part.earnedFeeKobo),
      issued.map(({ part }) => part.vendorKobo),
      issued.map(({ part }) => part.vendorFeeKobo),
      issued.map(({ part }) => part.lossKobo),
      rewards,
      issued.map(({ part, refundId }) => (part.refundKobo > 0n ? refundId : null)),
      issued.map(({ handOverId }) => handOverId ?? null),
      payer,
      reason,
      by,
      amountId,
    ],
  )
}

async function updateOrders(tx: pg.PoolClient, issued: readonly IssuedPartialRefund[]): Promise<void> {
  await tx.query(
    `update public.orders o set returned_kobo = o.returned_kobo + g.back, returned_goods_kobo = o.returned_goods_kobo + g.goods
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as g (id, back, goods) where o.id = g.id`,
    [
      issued.map(({ row }) => row.id),
      issued.map(({ part }) => part.returnedKobo),
      issued.map(({ goodsKobo }) => goodsKobo),
    ],
  )
  // A completed order keeps its status; any other ends once all of it is refunded. One statement each, because the
  // counters look for a person's other orders after each statement.
  for (const { row, part } of issued) {
    if (!part.isAll || row.status === 'completed') continue
    await tx.query(
      `update public.orders set status = 'refunding', ended_at = clock_timestamp(), end_reason = 'given back in full' where id = $1`,
      [row.id],
    )
  }
}

/** Notifies the buyer by mail and notice of the amount, its destination and the reason. */
export async function notifyOfPartialRefund(
  tx: pg.PoolClient,
  { row, part }: IssuedPartialRefund,
  { reason, siteUrl }: { reason: TranslatableText; siteUrl: string },
): Promise<void> {
  const backTo = part.refundKobo > 0n ? ('source' as const) : ('peps' as const)
  await queueSystemMail(tx, 'partial-refund', {
    to: row.email,
    person: row.user_id,
    siteUrl,
    facts: { orderNo: row.order_no, what: row.what, reason, orderId: row.id, returnedKobo: part.returnedKobo, backTo },
  })
}

/** An order, what its escrow has released, and what was refunded since. */
const READ = `
  select o.id, o.user_id, o.vendor_id, o.order_no::integer, o.status, o.total_amount, o.fee_kobo, o.vendor_fee_bps, public.delivery_held_kobo(o.id) as delivery_held_kobo, o.delivered_by, o.referral_kobo,
    public.goods_left_kobo(o.id) as goods_left, not exists (select from public.hand_overs d where d.order_id = o.id and d.status = 'done' and d.kind = 'delivery') as is_undelivered,
    o.charged_kobo, o.peps_kobo, o.returned_kobo,
       ${REFUNDED_KOBO} as refunded_kobo, o.payment_id, o.return_to, rights.email_of(o.user_id) as email, rights.email_of(v.owner_id) as shop_email, v.owner_id as shop_owner,
    coalesce(g.product_name, 'order ' || o.order_no) as what, coalesce(ledger.balance_kobo('vendor', o.vendor_id), 0) as vendor_balance,
    case when o.group_buy_id is null then o.is_paid else o.is_paid and o.settled_at is not null end as is_final,
    coalesce(e.vendor, 0)::bigint as vendor_earned, coalesce(e.vendor_fee, 0)::bigint as vendor_fee_earned, coalesce(e.buyer_fee, 0)::bigint as buyer_fee_earned,
    coalesce(r.held_goods, 0)::bigint as held_goods_back, coalesce(r.earned_goods, 0)::bigint as earned_goods_back, coalesce(r.fee, 0)::bigint as earned_fee_back,
    coalesce(r.vendor_goods, 0)::bigint as vendor_goods_back, coalesce(r.vendor_fee, 0)::bigint as vendor_fee_back
  from public.orders o join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
  cross join lateral (
    select sum(t.amount_kobo) filter (where t.kind = 'vendor_earned') as vendor, sum(t.amount_kobo) filter (where t.kind = 'vendor_fee_earned') as vendor_fee,
      sum(t.amount_kobo) filter (where t.kind = 'buyer_fee_earned') as buyer_fee
    from ledger.transfers t where t.debit_id = ledger.id_of('escrow:' || o.id)
  ) e
  cross join lateral (
    select sum(p.goods_kobo - p.earned_goods_kobo) as held_goods, sum(p.earned_goods_kobo) as earned_goods, sum(p.earned_fee_kobo) as fee,
      sum(p.earned_goods_kobo) filter (where p.payer = 'vendor') as vendor_goods, sum(p.vendor_fee_kobo) as vendor_fee
    from public.partial_refunds p where p.order_id = o.id
  ) r
  where o.id = any ($1::uuid[])`

export interface RefundableOrderRow extends PaidLaterRow {
  vendor_id: string
  order_no: number
  status: string
  total_amount: string
  fee_kobo: bigint
  vendor_fee_bps: number
  /** Neither earned nor refunded. */
  delivery_held_kobo: bigint
  /** Neither handed over nor refunded. */
  goods_left: bigint
  is_undelivered: boolean
  delivered_by: 'market' | 'vendor'
  referral_kobo: bigint
  payment_id: string | null
  return_to: string | null
  email: string | null
  shop_email: string | null
  shop_owner: string
  what: string
  vendor_balance: bigint
  is_final: boolean
  vendor_earned: bigint
  vendor_fee_earned: bigint
  buyer_fee_earned: bigint
  held_goods_back: bigint
  earned_goods_back: bigint
  earned_fee_back: bigint
  vendor_goods_back: bigint
  vendor_fee_back: bigint
}

const toRefundableOrder = (row: RefundableOrderRow): RefundableOrder => ({
  ...paidWith(row),
  vendorId: row.vendor_id,
  goodsKobo: nairaToKobo(row.total_amount),
  feeKobo: row.fee_kobo,
  vendorFeeBasisPoints: row.vendor_fee_bps,
  deliveryFeeKobo: row.delivery_held_kobo,
  deliveredBy: row.delivered_by,
  handedOverKobo: row.vendor_earned + row.vendor_fee_earned,
  givenBackKobo: row.held_goods_back,
  buyerFeeEarnedKobo: row.buyer_fee_earned,
  vendorFeeEarnedKobo: row.vendor_fee_earned,
  earnedBack: {
    goodsKobo: row.earned_goods_back,
    feeKobo: row.earned_fee_back,
    vendorGoodsKobo: row.vendor_goods_back,
    vendorFeeKobo: row.vendor_fee_back,
  },
  returnTo: row.return_to as ReturnTo | null,
  rewardKobo: row.referral_kobo,
})
