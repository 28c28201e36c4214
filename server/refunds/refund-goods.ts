import type pg from 'pg'
import type { Payer } from '#domain/payments/refunds/partial-refund.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { issuePartialRefunds, notifyOfPartialRefund, readRefundableOrders } from './partial-refunds.ts'

interface GoodsRefundRequest {
  orderId: string
  goodsKobo: bigint
  payer: Payer
  /** Shown to buyer and vendor. */
  reason: TranslatableText
  /** The person who decided; null: a scheduled job. */
  by: string | null
  /** The entered amount (`typed_amounts`) that it carries out. */
  amountId?: string | null
  /** The hand-over whose goods are refunded; undefined for goods that were not handed over. */
  handOverId?: string | null
  siteUrl: string
}

/**
 * `returnedKobo`: the whole amount that the buyer gets back; `refundKobo`: the part of it in naira, refunded to the source.
 */
interface GoodsRefund {
  partialRefundId: string
  returnedKobo: bigint
  refundKobo: bigint
}

/** The response to the person who issued the refund. */
export const refundOutput = ({ partialRefundId, returnedKobo, refundKobo }: GoodsRefund) => ({
  partial_refund_id: partialRefundId,
  returned_kobo: Number(returnedKobo),
  refund_kobo: Number(refundKobo),
})

/**
 * Refunds goods of an order with their part of the fee, and notifies buyer and vendor. Locks the buy, the order and the
 * shop, whose balance may pay. Status changes have the cause of the caller's transaction.
 */
export async function refundGoods(tx: pg.PoolClient, request: GoodsRefundRequest): Promise<GoodsRefund | Refusal> {
  const { orderId, goodsKobo, payer, by, siteUrl } = request
  const reason = formatInEnglish(request.reason)
  await lockForRefund(tx, orderId)
  const row = (await readRefundableOrders(tx, [orderId])).get(orderId)
  if (!row) return refuse('order_not_found')
  if (!row.is_final)
    return refuse('move_not_allowed', { message: 'An order can be refunded in part once its price is final.' })
  const issued = await issuePartialRefunds(tx, [{ row, goodsKobo, handOverId: request.handOverId ?? null }], {
    payer,
    reason,
    by,
    amountId: request.amountId ?? null,
  })
  if (isRefusal(issued)) return issued
  const [one] = issued
  if (!one) throw new Error(`Nothing of order ${orderId} was refunded`)
  const { part, partialRefundId } = one
  await recordAct(tx, {
    actorId: by,
    action: 'order.refund-part',
    subject: { type: 'order', id: row.id },
    after: {
      order_no: row.order_no,
      returned_kobo: Number(part.returnedKobo),
      goods_kobo: Number(goodsKobo),
      payer,
      reason,
      loss_kobo: Number(part.lossKobo),
    },
  })
  await notifyOfPartialRefund(tx, one, { reason: request.reason, siteUrl })
  if (payer === 'vendor') {
    await queueSystemMail(tx, 'partial-refund-shop', {
      to: row.shop_email,
      person: row.shop_owner,
      siteUrl,
      facts: {
        orderNo: row.order_no,
        what: row.what,
        reason,
        fromBalanceKobo: part.vendorKobo,
        isOwn: by === row.shop_owner,
        goodsKobo: part.returnedKobo - part.feeKobo - part.deliveryKobo,
      },
    })
  }
  return { partialRefundId, returnedKobo: part.returnedKobo, refundKobo: part.refundKobo }
}

/** Lock order: the buy, the order, then the shop. */
export async function lockForRefund(tx: pg.ClientBase, orderId: string): Promise<void> {
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
