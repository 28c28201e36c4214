import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import { journal } from '#domain/payments/movements.ts'
import { type OrderToReduce, type PartBack, type Payer, partBack } from '#domain/payments/part-back.ts'
import type { ReturnTo } from '#domain/payments/returning.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { issueCreditNotes } from '../receipts/issue-credit-notes.ts'
import { recordAct } from '../record-act.ts'
import { takeBackPartOfReward } from './credit-rewards.ts'
import { type PaidRow, paidWith } from './paid-with.ts'
import { post } from './post.ts'

interface Gift {
  orderId: string
  goodsKobo: bigint
  payer: Payer
  /** Buyer and vendor read it. */
  reason: string
  /** Who decided; null: the clock. */
  by: string | null
  /** Whose goods come back; left out for goods that have not changed hands. */
  handOverId?: string | null
  siteUrl: string
}

/** What moved: all that the buyer gets, and of it the naira on their way to the source. */
interface GoodsBack {
  returnId: string
  backKobo: bigint
  refundKobo: bigint
  lossKobo: bigint
}

/**
 * Gives goods of an order back with their part of the fee, and tells buyer and vendor. Locks the buy, the order and the shop, whose
 * balance may pay. What moves has the cause of the caller's transaction.
 */
export async function giveBackGoods(tx: pg.PoolClient, gift: Gift): Promise<GoodsBack | Refusal> {
  const { orderId, goodsKobo, payer, reason, by, siteUrl } = gift
  await lockForGivingBack(tx, orderId)
  const { rows } = await tx.query<Row>(READ, [orderId])
  const row = rows[0]
  if (!row) return refuse('order_not_found')
  if (!row.is_final) return refuse('move_not_allowed', { message: 'A part is given back once the price is final.' })
  const returnId = crypto.randomUUID()
  const refundId = crypto.randomUUID()
  const part = partBack(orderOf(row), {
    ...{ goodsKobo, payer, refundId },
    vendorBalanceKobo: row.vendor_balance,
  })
  if (isRefusal(part)) return part
  const handOverId = gift.handOverId ?? null
  const given: Given = { payer, reason, by, handOverId, row, part, goods_kobo: Number(goodsKobo), returnId, refundId }
  await write(tx, given)
  await tell(tx, given, siteUrl)
  return { returnId, backKobo: part.backKobo, refundKobo: part.refundKobo, lossKobo: part.lossKobo }
}

/** Lock order: the buy, the order, then the shop. */
export async function lockForGivingBack(tx: pg.ClientBase, orderId: string): Promise<void> {
  await tx.query(
    'select from public.group_buys where id = (select group_buy_id from public.orders where id = $1) for no key update',
    [orderId],
  )
  await tx.query('select from public.orders where id = $1 for no key update', [orderId])
  await tx.query(
    'select from public.vendors where id = (select vendor_id from public.orders where id = $1) for no key update',
    [orderId],
  )
}

interface Given {
  payer: Payer
  reason: string
  row: Row
  part: PartBack
  goods_kobo: number
  returnId: string
  refundId: string
  by: string | null
  handOverId: string | null
}

async function write(
  tx: pg.PoolClient,
  { row, part, payer, reason, goods_kobo, returnId, refundId, by, handOverId }: Given,
): Promise<void> {
  if (part.refundKobo > 0n) {
    await tx.query(
      `insert into public.refunds (id, payment_id, order_id, amount_kobo, reason) values ($1, $2, $3, $4, 'short_delivery')`,
      [refundId, row.payment_id, row.id, part.refundKobo],
    )
  }
  await post(tx, journal(`part-back:${returnId}`, part.lines), reason.slice(0, 300))
  const rewardKobo = await takeBackPartOfReward(tx, {
    ...{ orderId: row.id, returnId, amountKobo: part.rewardKobo },
  })
  await tx.query(
    `insert into public.order_returns (id, order_id, goods_kobo, fee_kobo, delivery_kobo, earned_goods_kobo, earned_fee_kobo, vendor_kobo, vendor_fee_kobo, loss_kobo,
       reward_kobo, payer, reason, refund_id, created_by, hand_over_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      ...[returnId, row.id, goods_kobo, part.feeKobo, part.deliveryKobo, part.earnedGoodsKobo, part.earnedFeeKobo],
      ...[part.vendorKobo, part.vendorFeeKobo, part.lossKobo, rewardKobo, payer, reason],
      ...[part.refundKobo > 0n ? refundId : null, by, handOverId],
    ],
  )
  await tx.query(
    `update public.orders set returned_kobo = returned_kobo + $2, goods_back_kobo = goods_back_kobo + $3 where id = $1`,
    [row.id, part.backKobo, goods_kobo],
  )
  await issueCreditNotes(tx, [{ orderId: row.id, amountKobo: part.backKobo }], { cause: `part:${returnId}`, reason })
  // A completed order stays what it was; any other ends where nothing of it is left.
  if (part.isAll && row.status !== 'completed') {
    await tx.query(
      `update public.orders set status = 'refunding', ended_at = clock_timestamp(), end_reason = 'given back in full' where id = $1`,
      [row.id],
    )
  }
  await recordAct(tx, {
    ...{ actorId: by, action: 'order.give-back', subject: { type: 'order', id: row.id } },
    after: {
      ...{ order_no: row.order_no, back_kobo: Number(part.backKobo), goods_kobo, payer, reason },
      loss_kobo: Number(part.lossKobo),
    },
  })
}

async function tell(tx: pg.PoolClient, { row, part, payer, reason }: Given, siteUrl: string): Promise<void> {
  const order = { orderNo: row.order_no, what: row.what, reason }
  const backTo = part.refundKobo > 0n ? ('source' as const) : ('peps' as const)
  await queueSystemMail(tx, 'part-back', {
    ...{ to: row.email, person: row.user_id, siteUrl },
    facts: { ...order, orderId: row.id, backKobo: part.backKobo, backTo },
  })
  if (payer === 'market') return
  await queueSystemMail(tx, 'part-back-shop', {
    ...{ to: row.shop_email, person: row.shop_owner, siteUrl },
    facts: { ...order, goodsKobo: part.backKobo - part.feeKobo - part.deliveryKobo, fromBalanceKobo: part.vendorKobo },
  })
}

/** The order, what its escrow has let go, and what came back since. */
const READ = `
  select o.id, o.user_id, o.vendor_id, o.order_no::integer, o.status, o.total_amount, o.fee_kobo, o.vendor_fee_bps, o.delivery_fee_kobo, o.referral_kobo,
    o.charged_kobo, o.peps_kobo, o.returned_kobo, o.payment_id, o.return_to, rights.email_of(o.user_id) as email, rights.email_of(v.owner_id) as shop_email, v.owner_id as shop_owner,
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
  where o.id = $1`

interface Row extends PaidRow {
  vendor_id: string
  order_no: number
  status: string
  total_amount: string
  fee_kobo: bigint
  vendor_fee_bps: number
  delivery_fee_kobo: bigint
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

const orderOf = (row: Row): OrderToReduce => ({
  ...paidWith(row),
  ...{ vendorId: row.vendor_id, goodsKobo: nairaToKobo(row.total_amount), feeKobo: row.fee_kobo },
  ...{ vendorFeeBasisPoints: row.vendor_fee_bps, deliveryFeeKobo: row.delivery_fee_kobo, deliveredBy: 'market' },
  ...{ handedOverKobo: row.vendor_earned + row.vendor_fee_earned, givenBackKobo: row.held_goods_back },
  ...{ buyerFeeEarnedKobo: row.buyer_fee_earned, vendorFeeEarnedKobo: row.vendor_fee_earned },
  earnedBack: {
    ...{ goodsKobo: row.earned_goods_back, feeKobo: row.earned_fee_back },
    ...{ vendorGoodsKobo: row.vendor_goods_back, vendorFeeKobo: row.vendor_fee_back },
  },
  ...{ returnTo: row.return_to as ReturnTo | null, rewardKobo: row.referral_kobo },
})
