import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import { journal } from '#domain/payments/movements.ts'
import { type OrderToReduce, type PartBack, type Payer, partBack } from '#domain/payments/part-back.ts'
import type { ReturnTo } from '#domain/payments/returning.ts'
import { isRefusal, type Refusal } from '#domain/refusal.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { issueCreditNotes } from '../receipts/issue-credit-notes.ts'
import { takeBackPartOfReward } from './credit-rewards.ts'
import { type PaidLaterRow, paidWith, REFUNDED_KOBO } from './paid-with.ts'
import { postAll } from './post.ts'
import { writeRefunds } from './write-refunds.ts'

// Parts of orders given back at their final price: by a chief one at a time, by a short delivery many at once. The caller holds the
// locks: the buy, the orders by id, then the shop.

/** The orders by their ids, as they stand under the caller's locks. */
export async function readOrdersInParts(
  tx: pg.ClientBase,
  orderIds: readonly string[],
): Promise<Map<string, OrderInParts>> {
  const { rows } = await tx.query<OrderInParts>(READ, [orderIds])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Goods of an order that are neither handed over nor given back. */
export const heldGoodsKobo = (row: OrderInParts): bigint =>
  nairaToKobo(row.total_amount) - row.vendor_earned - row.vendor_fee_earned - row.held_goods_back

interface PartWish {
  row: OrderInParts
  goodsKobo: bigint
  /** Whose goods come back; left out for goods that have not changed hands. */
  handOverId?: string | null
}

/** A part that is written. */
interface PartGiven extends PartWish {
  part: PartBack
  returnId: string
  refundId: string
}

interface Giving {
  payer: Payer
  reason: string
  /** Of the credit notes; by default each part's own. */
  cause?: string
  by: string | null
  /** What a chief typed (`typed_amounts`); none for shares that are computed. */
  amountId?: string | null
}

/** Gives these parts back, all or none: the ledger, refunds, rewards, credit notes and the orders. Tells nobody. */
export async function giveBackParts(
  tx: pg.PoolClient,
  wishes: readonly PartWish[],
  giving: Giving,
): Promise<PartGiven[] | Refusal> {
  const given: PartGiven[] = []
  for (const asked of wishes) {
    const refundId = crypto.randomUUID()
    const part = planPart(asked, { payer: giving.payer, refundId })
    if (isRefusal(part)) return part
    given.push({ ...asked, part, refundId, returnId: crypto.randomUUID() })
  }
  await writeMoney(tx, given, giving)
  await writeOrders(tx, given)
  const credits = given.map(({ row, part }) => ({ orderId: row.id, amountKobo: part.backKobo }))
  const cause = giving.cause ?? `part:${given[0]?.returnId}`
  await issueCreditNotes(tx, credits, { cause, reason: giving.reason })
  return given
}

/** What moves if this part is given back now; writes nothing. */
export function planPart(
  { row, goodsKobo, handOverId }: PartWish,
  { payer, refundId = crypto.randomUUID() }: { payer: Payer; refundId?: string },
): PartBack | Refusal {
  const endsDelivery = !handOverId && row.is_undelivered && goodsKobo >= row.goods_left
  return partBack(orderOf(row), { goodsKobo, payer, refundId, vendorBalanceKobo: row.vendor_balance, endsDelivery })
}

async function writeMoney(
  tx: pg.PoolClient,
  given: readonly PartGiven[],
  { payer, reason, by, amountId = null }: Giving,
): Promise<void> {
  const wanted = given.map(({ row, part, refundId }) => ({
    refundId,
    orderId: row.id,
    paymentId: row.payment_id,
    amountKobo: part.refundKobo,
  }))
  const spread = await writeRefunds(tx, wanted, { reason: 'short_delivery' })
  const journals = given.map(({ returnId, part }) => spread(journal(`part-back:${returnId}`, part.lines)))
  await postAll(tx, journals, reason.slice(0, 300))
  const rewards: bigint[] = []
  for (const { row, returnId, part } of given) {
    const reward = { orderId: row.id, returnId, amountKobo: part.rewardKobo }
    rewards.push(part.rewardKobo > 0n ? await takeBackPartOfReward(tx, reward) : 0n)
  }
  await tx.query(
    `insert into public.order_returns (id, order_id, goods_kobo, fee_kobo, delivery_kobo, earned_goods_kobo, earned_fee_kobo, vendor_kobo, vendor_fee_kobo,
       loss_kobo, reward_kobo, refund_id, hand_over_id, payer, reason, created_by, amount_id)
     select p.*, $14, $15, $16, $17::uuid from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
       $9::bigint[], $10::bigint[], $11::bigint[], $12::uuid[], $13::uuid[]) as p`,
    [
      given.map(({ returnId }) => returnId),
      given.map(({ row }) => row.id),
      given.map(({ goodsKobo }) => goodsKobo),
      given.map(({ part }) => part.feeKobo),
      given.map(({ part }) => part.deliveryKobo),
      given.map(({ part }) => part.earnedGoodsKobo),
      given.map(({ part }) => part.earnedFeeKobo),
      given.map(({ part }) => part.vendorKobo),
      given.map(({ part }) => part.vendorFeeKobo),
      given.map(({ part }) => part.lossKobo),
      rewards,
      given.map(({ part, refundId }) => (part.refundKobo > 0n ? refundId : null)),
      given.map(({ handOverId }) => handOverId ?? null),
      payer,
      reason,
      by,
      amountId,
    ],
  )
}

async function writeOrders(tx: pg.PoolClient, given: readonly PartGiven[]): Promise<void> {
  await tx.query(
    `update public.orders o set returned_kobo = o.returned_kobo + g.back, goods_back_kobo = o.goods_back_kobo + g.goods
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as g (id, back, goods) where o.id = g.id`,
    [given.map(({ row }) => row.id), given.map(({ part }) => part.backKobo), given.map(({ goodsKobo }) => goodsKobo)],
  )
  // A completed order stays what it was; any other ends where nothing of it is left. One statement each: the counters look for a
  // person's other orders after each of them.
  for (const { row, part } of given) {
    if (!part.isAll || row.status === 'completed') continue
    await tx.query(
      `update public.orders set status = 'refunding', ended_at = clock_timestamp(), end_reason = 'given back in full' where id = $1`,
      [row.id],
    )
  }
}

/** By mail and notice: what comes back, how, and why. */
export async function tellOfPart(
  tx: pg.PoolClient,
  { row, part }: PartGiven,
  { reason, siteUrl }: { reason: string; siteUrl: string },
): Promise<void> {
  const backTo = part.refundKobo > 0n ? ('source' as const) : ('peps' as const)
  await queueSystemMail(tx, 'part-back', {
    to: row.email,
    person: row.user_id,
    siteUrl,
    facts: { orderNo: row.order_no, what: row.what, reason, orderId: row.id, backKobo: part.backKobo, backTo },
  })
}

/** An order, what its escrow has let go, and what came back since. */
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
    from public.order_returns p where p.order_id = o.id
  ) r
  where o.id = any ($1::uuid[])`

export interface OrderInParts extends PaidLaterRow {
  vendor_id: string
  order_no: number
  status: string
  total_amount: string
  fee_kobo: bigint
  vendor_fee_bps: number
  /** Neither earned nor given back. */
  delivery_held_kobo: bigint
  /** Neither handed over nor given back. */
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

const orderOf = (row: OrderInParts): OrderToReduce => ({
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
